import { memory } from './memory.mjs'

process.on('message', () => process.send?.(memory()))
// It must not keep the process from ending.
process.channel?.unref()
