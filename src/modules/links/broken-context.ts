import type { BrokenContext } from './links.model.ts'
import type { LinkRow } from './rows.ts'

const writtenAs = ({ pageId, relation, href }: LinkRow): string => `${pageId} ${relation} ${href}`

/**
 * Where the broken links of a change request come from, in the order of the links. Null for a link that is not
 * broken. A link that is broken on the same page in main content does not come from the change request, for as many
 * occurrences as main content has.
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
