import type pg from 'pg'
import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'
import type { OnStatement, OnStatementFailure } from './on-statement.ts'
import { OTHER } from './origin.ts'

interface WatchOptions {
  metrics: Metrics | undefined
  /** Whether statements are added to the spans that they belong to. */
  isTraced?: boolean
  log: Logger
  /** Statements that take this long are logged; 0 for none. */
  slowMs: number
  /** The pool on which the plan of a slow statement is requested; null if plans are not logged. */
  planPool: (() => pg.Pool | undefined) | null
}

const MAX_CHARACTERS = 2_000
/** Statements whose plan was logged; afterwards the list begins again. */
const MAX_PLANNED = 200
const EXPLAINABLE = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/i

/** Counts and traces every statement and logs slow ones. Texts contain no values: all of them are parameters. */
export function watchStatements(options: WatchOptions): OnStatement | undefined {
  const { metrics, log, slowMs, planPool, isTraced = false } = options
  if (!metrics && slowMs === 0 && !isTraced) return undefined
  const planned = new Set<string>()
  return (text, rows, ms, origin) => {
    metrics?.statement(origin?.operation ?? OTHER, ms)
    if (origin?.span) {
      const attributes = { ...describe(text), 'db.response.returned_rows': rows }
      origin.span.record(nameOf(text), { kind: 'client', begun: performance.now() - ms, attributes })
    }
    if (slowMs === 0 || ms < slowMs) return
    const fields = {
      ms: Math.round(ms * 10) / 10,
      rows,
      operation: origin?.operation ?? OTHER,
      requestId: origin?.requestId,
      traceId: origin?.span?.traceId,
      statement: text.slice(0, MAX_CHARACTERS),
    }
    log.warn(fields, 'slow statement')
    const pool = planPool?.()
    if (!pool || planned.has(text) || !EXPLAINABLE.test(text)) return
    if (planned.size >= MAX_PLANNED) planned.clear()
    planned.add(text)
    planOf(pool, text).then(
      (plan) => log.warn({ ...fields, plan }, 'the plan of a slow statement'),
      (error: unknown) => log.warn({ err: error }, 'the plan of a slow statement cannot be read'),
    )
  }
}

/** Adds failed statements to the spans that they belong to. */
export const traceFailure: OnStatementFailure = (text, error, begun, origin) =>
  origin?.span?.record(nameOf(text), { kind: 'client', begun, attributes: describe(text), error })

const describe = (text: string) => ({
  'db.system.name': 'postgresql',
  'db.query.text': text.slice(0, MAX_CHARACTERS),
})

/** The first word of a statement, such as SELECT. */
const nameOf = (text: string) => /^\s*([A-Za-z]{1,20})/.exec(text.slice(0, 100))?.[1]?.toUpperCase() ?? 'SQL'

/** The generic plan of a statement, which contains no values. The statement is not executed. */
export async function planOf(pool: pg.Pool, text: string): Promise<string[]> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query(`PREPARE quire_plan AS ${text}`)
    const numbers = [...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number))
    const nulls = Array.from({ length: Math.max(0, ...numbers) }, () => 'NULL').join(', ')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN EXECUTE quire_plan${nulls === '' ? '' : `(${nulls})`}`,
    )
    await client.query('DEALLOCATE quire_plan')
    return rows.map((row) => row['QUERY PLAN'])
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    client.release(failure)
  }
}
