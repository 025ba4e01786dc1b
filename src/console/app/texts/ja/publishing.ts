import type { SitesTexts } from '../texts.ts'
import { insights } from './insights.ts'
import { publish } from './publish.ts'
import { sites } from './sites.ts'
import { start } from './start.ts'

/** The texts of sites in Japanese, which are loaded with what is about them. */
export const publishing: SitesTexts = {
  insights,
  publish,
  sites,
  start,
}
