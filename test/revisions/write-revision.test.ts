import { describe, expect, it } from 'vitest'
import { hashOf, NO_EDITS, writeRevision } from '../../src/modules/revisions/index.ts'
import type { Queryable } from '../../src/platform/database.ts'
import { appForFile } from '../support/app.ts'

const STATEMENT_CHARACTERS = 256 * 1024

const t = await appForFile()

describe('a revision with many texts', () => {
  it('stores them in the order of their hashes, by statements of limited size', async () => {
    const { id: spaceId, revisionId } = await t.build.buildSpace()
    const from = await t.db.database.prisma.revision.findUniqueOrThrow({ where: { id: revisionId } })
    const texts = Array.from({ length: 700 }, (_, at) => `${at} `.repeat(200))
    const documents = new Map([...texts, 'x'.repeat(300_000)].map((text) => [hashOf(text), text]))
    const parts: { hashes: string[]; texts: string[] }[] = []
    await t.db.database.transaction((tx, db) => {
      const recording: Queryable = {
        query: (statement, values) => {
          if (statement.name === 'contentDocumentsInsert') {
            parts.push({ hashes: values[1] as string[], texts: values[2] as string[] })
          }
          return db.query(statement, values)
        },
      }
      const made = { type: 'edits' as const, parents: [], createdById: null, createdAt: new Date() }
      return writeRevision({ tx, db: recording }, from, { ...NO_EDITS, documents }, made)
    })
    expect(parts.flatMap(({ hashes }) => hashes)).toEqual([...documents.keys()].sort())
    for (const { texts } of parts) {
      if (texts.length > 1) expect(texts.join('').length).toBeLessThanOrEqual(STATEMENT_CHARACTERS)
    }
    const stored = await t.db.database.prisma.document.findMany({ where: { spaceId } })
    expect(new Map(stored.map(({ hash, markdown }) => [hash, markdown]))).toEqual(documents)
  })
})
