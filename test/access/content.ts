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

/** Pages of every kind, a file, a reusable content and a variable, each with unique text. */
export interface Contents {
  edits: ContentEdits
  pages: Map<string, PageRecord>
  fileId: string
  reusableId: string
  /** The document page. */
  documentId: string
}

const createdAt = '2026-01-01T00:00:00.000Z'

const base = { parent: null, createdAt }

/** A document page. */
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
  const blob = hashOf(bytes)
  await db.database.transaction((_tx, raw) => insertBlob(raw, spaceId, { hash: blob, bytes, object: null }))
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

/** Creates the next revision of a revision, as a user's edit does. */
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
