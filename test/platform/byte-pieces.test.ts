import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sentBytes, withBytes } from '../../src/platform/byte-pieces.ts'
import { Statement } from '../../src/platform/statements/statement.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.drop())

/** Sends bytes to the database, and returns what a statement receives. */
async function sent(bytes: Buffer): Promise<{ back: Buffer; statements: number }> {
  db.statements.length = 0
  const statement = new Statement<{ back: Buffer }>({
    name: 'sentBytes',
    text: `SELECT ${sentBytes('$1', '$2')} AS "back"`,
  })
  const [row] = await withBytes(db.database, bytes, (whole, upload) =>
    db.database.query(statement, [whole, upload]),
  )
  return { back: row?.back ?? Buffer.alloc(0), statements: db.statements.length }
}

const pieces = () => db.database.prisma.bytePiece.count()

describe('bytes on their way to the database', () => {
  it.each([0, 1, 512 * 1024])('are part of the statement while they are few (%i)', async (length) => {
    const bytes = randomBytes(length)
    expect(await sent(bytes)).toEqual({ back: bytes, statements: 1 })
  })

  it.each([512 * 1024 + 1, 3 * 512 * 1024, 2_000_003])(
    'are sent in chunks, joined, and removed (%i)',
    async (length) => {
      const bytes = randomBytes(length)
      const { back, statements } = await sent(bytes)
      expect(back.equals(bytes)).toBe(true)
      expect(statements).toBe(Math.ceil(length / (512 * 1024)) + 2)
      expect(await pieces()).toBe(0)
    },
  )

  it('are removed after a day when nothing put them together', async () => {
    const bytes = Buffer.from('lost')
    const day = 24 * 60 * 60 * 1000
    await db.database.prisma.bytePiece.createMany({
      data: [
        { upload: 'old', number: 0, bytes, createdAt: new Date(Date.now() - day - 60_000) },
        { upload: 'under way', number: 0, bytes },
      ],
    })
    await sent(randomBytes(600_000))
    expect(await db.database.prisma.bytePiece.findMany({ select: { upload: true } })).toEqual([
      { upload: 'under way' },
    ])
  })
})
