import type { BrokenContext } from './links.model.ts'
import type { LinkRow } from './rows.ts'

const writtenAs = ({ pageId, relation, href }: LinkRow): string => `${pageId} ${relation} ${href}`

/**
 * Since when links of a change request lead nowhere, each in its place; null for those that lead somewhere. A link
 * that main content has on the same page, and finds as little, is not the change request's: as often as it is there.
 */
export function brokenContexts(
  rows: readonly LinkRow[],
  ofMain: readonly LinkRow[],
): (BrokenContext | null)[] {
  const known = new Map<string, number>()
  for (const row of ofMain) {
    if (row.status === 'broken') known.set(writtenAs(row), (known.get(writtenAs(row)) ?? 0) + 1)
  }
  return rows.map((row) => {
    if (row.status !== 'broken') return null
    const left = known.get(writtenAs(row)) ?? 0
    known.set(writtenAs(row), left - 1)
    return left > 0 ? 'space' : 'change-request'
  })
}
