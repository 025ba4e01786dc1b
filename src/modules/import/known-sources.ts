import type { PrepareContext } from '../../core/operations/context.ts'
import { isVisibleSpec, OpenAPISource } from '../content/index.ts'
import type { StorableContent, StorablePage } from './storable.ts'
import type { SkippedResource } from './types.ts'

/** Imported content without computed pages whose source is unknown, or not visible to the caller. They count as skipped. */
export async function withKnownSources(
  ctx: PrepareContext,
  organizationId: string,
  content: StorableContent,
): Promise<StorableContent> {
  const skipped: SkippedResource[] = []
  const isKnown = async ({ type, title, computed }: StorablePage): Promise<boolean> => {
    if (type !== 'computed') return true
    const source = OpenAPISource.safeParse(computed).data
    if (source && (await isVisibleSpec(ctx, { organizationId, specSlug: source.dependencies.spec.ref.spec })))
      return true
    skipped.push({ path: title, reason: 'Its OpenAPI spec does not exist, or is not visible to you.' })
    return false
  }
  const known = async (pages: readonly StorablePage[]): Promise<StorablePage[]> => {
    const kept: StorablePage[] = []
    for (const page of pages) if (await isKnown(page)) kept.push({ ...page, pages: await known(page.pages) })
    return kept
  }
  if (!hasComputed(content.pages)) return content
  const pages = await known(content.pages)
  const importedResources = content.importedResources - skipped.length
  return { ...content, pages, importedResources, skipped: [...content.skipped, ...skipped] }
}

const hasComputed = (pages: readonly StorablePage[]): boolean =>
  pages.some(({ type, pages: below }) => type === 'computed' || hasComputed(below))
