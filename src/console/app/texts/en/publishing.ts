import { insights } from './insights.ts'
import { publish } from './publish.ts'
import { sites } from './sites.ts'
import { start } from './start.ts'

/** The texts of sites in English, which are loaded with what is about them. */
export const publishing = {
  insights,
  publish,
  sites,
  start,
}
