import { z } from 'zod'
import type { JobContext } from '../../../core/operations/module.ts'
import { enqueue } from '../../../platform/queue.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { declareSpecFollower } from '../../openapi-specs/index.ts'
import type { PageRecord, RevisionDiff } from '../../revisions/index.ts'

/** Jobs that index computed pages, which do not follow from main content alone. */
const jobs = new Set<string>()

/** The job gets the id of a space whose computed pages were changed, or whose specs have another version. */
export function declareComputedIndex(job: string): void {
  jobs.add(job)
}

/** The job that follows the specs of an organization. */
export const INDEX_COMPUTED = 'content.computedOfOrganization'
declareSpecFollower(INDEX_COMPUTED)

const isComputed = (page: PageRecord | null): boolean => page?.type === 'computed'

/** The jobs to enqueue after a change of main content, with the id of the space as payload and key. */
export const computedIndexesAfter = ({ pages }: RevisionDiff): Iterable<string> =>
  [...pages.values()].some(({ before, after }) => isComputed(before) || isComputed(after)) ? jobs : []

const SPACES = statement<{ id: string }>({
  name: 'spacesWithComputedPages',
  text: `SELECT s."id" FROM "Space" s JOIN "Revision" r ON r."id" = s."revisionId"
    WHERE s."organizationId" = $1 AND r."hasComputed"`,
})

const Payload = z.object({ organizationId: z.string() })

/** Enqueues the spaces that have computed pages. Each is a job of its own. */
export async function indexComputedOfAll(payload: unknown, { database }: JobContext): Promise<void> {
  const { organizationId } = Payload.parse(payload)
  const spaces = await database.query(SPACES, [organizationId])
  for (const { id: spaceId } of spaces) {
    await database.transaction(async (tx) => {
      for (const job of jobs) await enqueue(tx, job, { spaceId }, { organizationId, jobKey: spaceId })
    })
  }
}
