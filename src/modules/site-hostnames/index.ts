import { defineModule } from '../../core/operations/module.ts'
import { facts } from './site-hostnames.facts.ts'
import { routes } from './site-hostnames.rest.ts'
import { checkHostname, checkSiteHostname, checkSiteProxy } from './site-hostnames.service.ts'
import './site-hostnames.graphql.ts'

/** Whether the hostnames and the proxies of sites lead to this server. */
export const siteHostnames = defineModule({
  name: 'site-hostnames',
  facts,
  operations: [checkSiteHostname, checkHostname, checkSiteProxy],
  lists: [],
  routes,
})
