import { invalidField } from '../../../core/errors.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import { lockSite } from '../sites.changes.ts'
import { chooseInParent, chooseSection } from './defaults.ts'
import { siteSpaceById } from './structure.loaders.ts'

interface Chosen {
  defaultSiteSpace?: string | undefined
  defaultSiteSection?: string | undefined
}

/**
 * Sets what opens first. A site space in a section makes that section the first one as well. Returns whether
 * anything was given.
 */
export async function chooseDefaults(
  ctx: WriteContext,
  siteId: string,
  { defaultSiteSpace, defaultSiteSection }: Chosen,
): Promise<boolean> {
  if (defaultSiteSpace === undefined && defaultSiteSection === undefined) return false
  await lockSite(ctx, siteId)
  if (defaultSiteSection !== undefined) await chooseSection(ctx, siteId, defaultSiteSection)
  if (defaultSiteSpace === undefined) return true
  const siteSpace = await ctx.reads.load(siteSpaceById, defaultSiteSpace)
  if (siteSpace?.siteId !== siteId) {
    throw invalidField('defaultSiteSpace', `there is no site space ${defaultSiteSpace} in this site`)
  }
  const { sectionId } = siteSpace
  if (sectionId !== null && defaultSiteSection !== undefined && defaultSiteSection !== sectionId) {
    throw invalidField('defaultSiteSpace', 'must be in the section of defaultSiteSection')
  }
  await chooseInParent(ctx, siteSpace)
  if (sectionId !== null) await chooseSection(ctx, siteId, sectionId)
  return true
}
