import { OpenAPISource, visibleSpec } from '../../content/index.ts'
import type { IncomingPage } from '../../import/index.ts'
import type { ReportBuilder } from '../git.report.ts'
import type { OperationRun } from '../git.run.ts'

/**
 * Refuses pages that are computed from a spec that the user who requested the import cannot see: their text would show
 * it to everyone who can read the space. Another user may import them from the same commit.
 */
export async function refuseHiddenSpecs(
  { ctx, caller: { viewer }, options, space: { organizationId } }: OperationRun,
  incoming: readonly IncomingPage[],
  summaryPath: string,
  report: ReportBuilder,
): Promise<{ isPartial: boolean }> {
  let isPartial = false
  const reader = viewer && options.readsSpecs ? ctx.onBehalfOf(viewer.userId, ['openapi:read']) : null
  const isVisible = async (specSlug: string): Promise<boolean> =>
    reader ? reader.load(visibleSpec, { organizationId, specSlug }) : false
  await Promise.all(
    incoming.map(async ({ page }) => {
      if (page.type !== 'computed') return
      const source = OpenAPISource.safeParse(page.computed).data
      if (source && (await isVisible(source.dependencies.spec.ref.spec))) return
      page.isRefused = true
      isPartial = true
      const reason = `The pages of "${page.title}" are computed from a source that does not exist or that the user who requested the import cannot see.`
      report.add('refused', { path: summaryPath, reason })
    }),
  )
  return { isPartial }
}
