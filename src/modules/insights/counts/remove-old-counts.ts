import type { PeriodicWork } from '../../../core/operations/module.ts'
import { statement } from '../../../platform/statements/statement.ts'

const KEPT_DAYS = 400
const DAY_MS = 24 * 60 * 60 * 1000

const REMOVE = statement({
  name: 'siteCountsRemove',
  text: 'DELETE FROM "SiteCount" WHERE "day" < $1::text',
})

/** Removes counts that no request can read any more. */
export const removeOldCounts: PeriodicWork = ({ database, now }) =>
  database.query(REMOVE, [new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString().slice(0, 10)])
