import { isDeepStrictEqual } from 'node:util'
import type { FileRecord, PageRecord, ReusableRecord } from './records.ts'

type AnyRecord = PageRecord | ReusableRecord | FileRecord

/** Fields about time and origin. They alone are no edit, and they never conflict. */
const MARKS: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'git'])

export const isMark = (field: string): boolean => MARKS.has(field)

/** Whether two records have the same content, ignoring time and origin. */
export function isSameContent(one: AnyRecord | undefined, other: AnyRecord | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  return isDeepStrictEqual(contentOf(one), contentOf(other))
}

const contentOf = (record: AnyRecord): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([key, value]) => !isMark(key) && value !== undefined))
