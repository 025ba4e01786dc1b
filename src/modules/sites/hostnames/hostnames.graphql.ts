import { mutation, queryField } from '../../../graphql/field.ts'
import { SiteType } from '../sites.graphql.ts'
import { getSiteByHostname, removeHostname } from './hostnames.service.ts'

queryField('siteByHostname', getSiteByHostname, {
  type: SiteType,
  description: 'The site that has a hostname.',
})
mutation('removeSiteHostname', removeHostname, {
  description: 'Takes a hostname off its site, which is then at its address on this server.',
  payload: { site: { type: SiteType, description: 'The site.', from: ({ site }) => site } },
})
