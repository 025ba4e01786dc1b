import { ensureGenerated } from './build.mjs'

await ensureGenerated()
