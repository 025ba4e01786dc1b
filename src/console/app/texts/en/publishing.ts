import { publish } from './publish.ts'
import { sites } from './sites.ts'
import { start } from './start.ts'

/** The texts of sites in English, which are loaded with what is about them. */
export const publishing = {
  publish,
  sites,
  start,
}
