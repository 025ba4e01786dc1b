import { z } from 'zod'
import { idField } from '../../../core/fields.ts'
import { siteAt } from '../sites.model.ts'
import { customizationShape, overridesShape, partsShape } from './customization.schema.ts'

const siteSpaceAt = {
  organizationId: siteAt.organizationId,
  siteId: siteAt.siteId.optional(),
  siteSpaceId: idField('SiteSpace', 'The ID of the site space.'),
}

export const GetCustomization = z.object(siteAt)
export const UpdateCustomization = z.object({ ...siteAt, ...partsShape })
export const ReplaceCustomization = z.object({ ...siteAt, ...customizationShape })
export const GetSiteSpaceCustomization = z.object(siteSpaceAt)
export const OverrideCustomization = z.object({ ...siteSpaceAt, ...overridesShape })
export const DeleteSiteSpaceCustomization = z.object(siteSpaceAt)
