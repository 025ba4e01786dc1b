import { deletion, route } from '../../../rest/route.ts'
import { sitePath } from '../sites.paths.ts'
import type { CustomizationView } from './customization.loaders.ts'
import { Customization } from './customization.schema.ts'
import {
  deleteSiteSpaceCustomization,
  getCustomization,
  getSiteSpaceCustomization,
  overrideCustomization,
  updateCustomization,
} from './customization.service.ts'

export const RestCustomization = Customization.meta({ id: 'SiteCustomization' })

const one = {
  response: RestCustomization,
  present: ({ customization }: CustomizationView) => customization,
}
const path = `${sitePath}/customization`
const siteSpacePath = `${sitePath}/site-spaces/:siteSpaceId/customization`

export const customizationRoutes = [
  route('GET', path, getCustomization, { ...one, summary: 'Get the customization of a site' }),
  route('PUT', path, updateCustomization, { ...one, summary: 'Replace the customization of a site' }),
  route('GET', siteSpacePath, getSiteSpaceCustomization, {
    ...one,
    summary: 'Get the customization of a site space: that of the site, with its overrides',
  }),
  route('PATCH', siteSpacePath, overrideCustomization, {
    ...one,
    summary: 'Override the customization of a site in one site space; null clears a field or a group',
  }),
  deletion(siteSpacePath, deleteSiteSpaceCustomization, {
    summary: 'Clear all overrides of a site space',
  }),
]
