import { newId } from '../../src/core/ids.ts'
import { hashOf, insertBlob, NO_EDITS, writeRevision } from '../../src/modules/revisions/index.ts'
import type { TestApp } from './app.ts'

export interface Filled {
  revisionId: string
  /** The empty revision before the change. */
  firstRevisionId: string
  pageId: string
  fileId: string
  reusableContentId: string
}

/** Creates main content in a space: a page at `page`, a file and a reusable content with the given names. */
export async function fillSpace(
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  spaceId: string,
  name: () => string,
): Promise<Filled> {
  const { prisma } = db.database
  const { revisionId } = await prisma.space.findUniqueOrThrow({ where: { id: spaceId } })
  const first = await prisma.revision.findUniqueOrThrow({ where: { id: revisionId } })
  const [pageId, fileId, reusableContentId] = [newId('Page'), newId('File'), newId('ReusableContent')]
  const [text, passage] = [name(), name()]
  const createdAt = clock.now().toISOString()
  const bytes = Buffer.from('x')
  const blob = hashOf(bytes)
  await insertBlob(db.database, spaceId, { hash: blob, bytes, object: null })
  const document = hashOf(text)
  const edits = {
    ...NO_EDITS,
    pages: new Map([
      [
        pageId,
        {
          type: 'document' as const,
          parent: null,
          slug: 'page',
          title: name(),
          description: name(),
          variables: { name: name() },
          document,
          createdAt,
        },
      ],
    ]),
    folders: new Map([['root', { pages: [[pageId, 'page']] as [string, string][] }]]),
    files: new Map([[fileId, { name: name(), contentType: 'text/plain', size: 1, blob, createdAt }]]),
    reusables: new Map([[reusableContentId, { title: name(), document: hashOf(passage), createdAt }]]),
    documents: new Map([
      [document, text],
      [hashOf(passage), passage],
    ]),
    variables: { name: name() },
  }
  const made = await prisma.$transaction((tx) =>
    writeRevision({ tx, db: db.database }, first, edits, {
      type: 'edits',
      parents: [first.id],
      createdById: null,
      createdAt: clock.now(),
    }),
  )
  await prisma.space.update({ where: { id: spaceId }, data: { revisionId: made.id } })
  return { revisionId: made.id, firstRevisionId: first.id, pageId, fileId, reusableContentId }
}
