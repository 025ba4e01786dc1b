import type { TestApp } from './app.ts'

/** The statements of `work`, without those for the caller's token, which run from time to time. */
export async function statementsOf({ db }: TestApp, work: () => Promise<unknown>): Promise<string[]> {
  db.statements.length = 0
  await work()
  return db.statements.map(({ text }) => text).filter((text) => !text.includes('"ApiToken"'))
}
