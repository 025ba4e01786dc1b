import { setFlagsFromString } from 'node:v8'

/**
 * V8 creates objects directly in the space for old objects if those of the same line of code lived long before, as rows
 * do while many requests run at the same time. Afterwards every row stays in memory, with all that it refers to,
 * until the next full collection, and the copying takes up to half of the CPU time of a read. It never goes back.
 */
setFlagsFromString('--no-allocation-site-pretenuring')

/**
 * The flag with which this process starts is for its main thread, whose heap has its size already. Worker threads that
 * start later have limits of their own (`platform/workers/start-worker.ts`), which the flag would override: each
 * thread could hold 192 MB of new objects.
 */
setFlagsFromString('--max-semi-space-size=0')
