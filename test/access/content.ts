import { newId } from '../../src/core/ids.ts'
import type { Revision } from '../../src/generated/prisma/client.ts'
import {
  type ContentEdits,
  type FileRecord,
  hashOf,
  insertBlob,
  type PageRecord,
  writeRevision,
} from '../../src/modules/revisions/index.ts'
import type { TestApp } from '../support/app.ts'

/** Pages of every kind, a file, a passage and a variable, with texts that are nowhere else. */
export interface Contents {
  edits: ContentEdits
  pages: Map<string, PageRecord>
  fileId: string
  reusableId: string
  /** The page of text. */
  documentId: string
}

const createdAt = '2026-01-01T00:00:00.000Z'

const base = { parent: null, createdAt }

/** A page of text. */
export function documentOf(mark: () => string) {
  const text = `Words ${mark()}`
  const page: PageRecord = {
    ...base,
    type: 'document',
    slug: mark(),
    title: mark(),
    linkTitle: mark(),
    description: mark(),
    condition: mark(),
    variables: { own: mark() },
    document: hashOf(text),
  }
  return { id: newId('Page'), page, text }
}

const othersOf = (mark: () => string): PageRecord[] => [
  { ...base, type: 'group', slug: mark(), title: mark() },
  {
    ...base,
    type: 'link',
    slug: '',
    title: mark(),
    target: { kind: 'url', url: `https://link.example/${mark()}` },
  },
  {
    ...base,
    type: 'computed',
    slug: '',
    title: mark(),
    computed: { type: 'source', props: { of: mark() }, dependencies: {} },
  },
]

export async function contentsOf({ db }: TestApp, spaceId: string, mark: () => string): Promise<Contents> {
  const document = documentOf(mark)
  const pages = new Map([[document.id, document.page]])
  for (const page of othersOf(mark)) pages.set(newId('Page'), page)
  const [fileId, reusableId] = [newId('File'), newId('ReusableContent')]
  const [bytes, passage] = [Buffer.from('Bytes'), `Passage ${mark()}`]
  const blob = await db.database.transaction((_tx, raw) => insertBlob(raw, spaceId, bytes))
  const file: FileRecord = { name: mark(), contentType: 'text/plain', size: bytes.length, blob, createdAt }
  return {
    pages,
    fileId,
    reusableId,
    documentId: document.id,
    edits: {
      pages,
      folders: new Map([['root', { pages: [...pages].map(([id, { slug }]) => [id, slug]) }]]),
      files: new Map([[fileId, file]]),
      reusables: new Map([[reusableId, { title: mark(), document: hashOf(passage), createdAt }]]),
      documents: new Map([document.text, passage].map((text) => [hashOf(text), text])),
      variables: { shared: mark() },
    },
  }
}

/** Makes of one revision the next, as an edit of somebody's. */
export async function revise(
  { db }: TestApp,
  revisionId: string,
  edits: ContentEdits,
  createdById: string,
): Promise<Revision> {
  return db.database.transaction(async (tx, raw) => {
    const from = await tx.revision.findUniqueOrThrow({ where: { id: revisionId } })
    const written = { parents: [from.id], createdById, createdAt: new Date() }
    return writeRevision({ tx, db: raw }, from, edits, { type: 'edits', ...written })
  })
}
