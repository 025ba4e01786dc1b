import { expect, test } from 'vitest'
import type { Queryable } from '../../src/platform/database.ts'
import { StatementLimit } from '../../src/platform/statement-limit.ts'
import { Statement } from '../../src/platform/statements/statement.ts'

/** Statements that end or fail on demand. */
function slowDatabase() {
  const running: { name: string; end: (error?: Error) => void }[] = []
  const db: Queryable = {
    query: <Row>({ name }: { name: string }) =>
      new Promise<Row[]>((resolve, reject) => {
        running.push({ name, end: (error) => (error ? reject(error) : resolve([name as Row])) })
      }),
  }
  return { db, running }
}

const turn = () => new Promise(setImmediate)
const statement = (index: number) => new Statement({ name: `s${index}`, text: '' })

test('a request runs four statements at a time, the others in order as those end or fail', async () => {
  const { db, running } = slowDatabase()
  const limit = new StatementLimit(db)
  const answers = Array.from({ length: 9 }, (_, index) => limit.query(statement(index), []))
  const failing = expect(answers[1]).rejects.toThrow('broken')
  expect(running.map(({ name }) => name)).toEqual(['s0', 's1', 's2', 's3'])
  running[1]?.end(new Error('broken'))
  running[2]?.end()
  await turn()
  // A new statement is queued behind earlier ones.
  const last = limit.query(statement(9), [])
  expect(running.map(({ name }) => name)).toEqual(['s0', 's1', 's2', 's3', 's4', 's5'])
  for (let index = 0; index < 10; index++) {
    running[index]?.end()
    await turn()
  }
  await failing
  expect(await last).toEqual(['s9'])
  expect(await answers[8]).toEqual(['s8'])
  const [fresh] = [limit.query(statement(10), [])]
  running.at(-1)?.end()
  expect(await fresh).toEqual(['s10'])
})
