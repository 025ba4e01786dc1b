export { specs } from './specs.ts'
export { webhooks } from './webhooks.ts'
