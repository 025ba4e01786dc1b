import type { SiteType } from './sites.model.ts'

export interface SiteFeature {
  id: string
  plan: SiteType
  frozen: boolean
}

/** What works on every site of this server, by the ids of the public API. Each room of the module adds its own. */
const WORKING = ['sites-multivariant-site', 'sites-sections']

/** Nothing depends on a plan, so all of it is part of the first one. */
export const siteFeatures: readonly SiteFeature[] = WORKING.map((id) => ({
  id,
  plan: 'basic',
  frozen: false,
}))
