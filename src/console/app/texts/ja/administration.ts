export { integrations } from './integrations.ts'
export { log } from './log.ts'
export { settings } from './settings.ts'
