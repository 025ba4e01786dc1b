import type { TestApp } from './app.ts'

/** Statements for the caller's token, which run from time to time. */
const isOther = (text: string) => text.includes('"ApiToken"')

/** The statements of `work`. */
export async function statementsOf(t: TestApp, work: () => Promise<unknown>): Promise<string[]> {
  return (await tripsOf(t, work)).flat()
}

/** The same, by round trip. */
export async function tripsOf({ db }: TestApp, work: () => Promise<unknown>): Promise<string[][]> {
  db.statements.length = 0
  await work()
  const trips: string[][] = []
  for (const { text, isJoined } of db.statements) {
    if (isOther(text)) continue
    if (isJoined && trips.length > 0) trips.at(-1)?.push(text)
    else trips.push([text])
  }
  return trips
}

/** Statements for which other writers of the same rows wait until the transaction ends. */
const LOCKS = /^\s*(?:UPDATE|DELETE)\b|FOR (?:NO KEY )?UPDATE|pg_advisory_xact_lock/

/** The number of round trips from the first that locks rows until the commit. */
export function tripsUnderLock(trips: readonly string[][]): number {
  const first = trips.findIndex((trip) => trip.some((text) => LOCKS.test(text)))
  return trips.findIndex((trip) => trip.includes('COMMIT')) - first + 1
}
