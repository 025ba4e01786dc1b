import type { SiteType } from './sites.model.ts'

export interface SiteFeature {
  id: string
  plan: SiteType
  frozen: boolean
}

/** What works on every site of this server, by the ids of the public API. Each room of the module adds its own. */
const WORKING = [
  'sites-adaptive-content',
  'sites-basic-customization',
  'sites-multivariant-site',
  'sites-public-visibility',
  'sites-redirects',
  'sites-sections',
  'sites-share-links',
  'sites-unlisted-visibility',
  'sites-visitor-authentication',
]

/** Nothing depends on a plan, so all of it is part of the first one. */
export const siteFeatures: readonly SiteFeature[] = WORKING.map((id) => ({
  id,
  plan: 'basic',
  frozen: false,
}))
