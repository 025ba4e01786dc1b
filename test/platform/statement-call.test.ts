import { expect, it } from 'vitest'
import type { TransactionConnection } from '../../src/platform/statements/connection.ts'
import { Statement } from '../../src/platform/statements/statement.ts'
import { callWith, LazyCall, StatementCall } from '../../src/platform/statements/statement-call.ts'

const insertInto = (name: string) => ({
  statement: new Statement({ name, part: ($) => `INSERT INTO "${name}" VALUES (${$(1)}, '$1')` }),
  values: [name],
})

it('statements that accompany a call of Prisma run before it', async () => {
  const ran: string[] = []
  const db = {
    query: async ({ name }: { name: string }) => {
      ran.push(name)
    },
  }
  const call = new LazyCall(async () => `after ${ran.join(', ')}`)
  expect(await callWith(db, call, [insertInto('Node'), insertInto('Document')])).toBe('after Node, Document')
})

it('calls that need the row of another one run after it, also if Prisma runs that', async () => {
  const ran: string[] = []
  const db = { query: async () => undefined }
  const later = () => [new LazyCall(async () => ran.push('later'))]
  const byPrisma = new LazyCall(async () => {
    await null
    ran.push('by Prisma')
  })
  await callWith(db, byPrisma, [], later)
  const connection = { run: async () => ran.push('statement') } as unknown as TransactionConnection
  const call = new StatementCall(connection, insertInto('Revision'), async () => null)
  await callWith(db, call, [], later)
  expect(ran).toEqual(['by Prisma', 'later', 'statement', 'later'])
})

it('statements that run together have a name that PostgreSQL compares completely', () => {
  const connection = {} as TransactionConnection
  const call = new StatementCall(connection, insertInto('R'.repeat(60)), async () => null)
  const names = ['Node', 'Document'].map((name) => call.with([insertInto(name)]).made.statement.name)
  expect(new Set(names).size).toBe(2)
  for (const name of names) expect(name.length).toBeLessThanOrEqual(63)
  // A literal that looks like a parameter stays as it is.
  const { statement, values } = call.with([insertInto('Node')]).made
  expect(statement.text).toContain(`INSERT INTO "Node" VALUES ($2, '$1')`)
  expect(values).toHaveLength(2)
})

it('a statement that is not declared as a part cannot be joined', () => {
  const call = new StatementCall({} as TransactionConnection, insertInto('Revision'), async () => null)
  const whole = { statement: new Statement({ name: 'whole', text: 'SELECT $1' }), values: [1] }
  expect(() => call.with([whole])).toThrow('whole cannot be a part of another statement')
})
