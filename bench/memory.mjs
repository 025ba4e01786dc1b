import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The heap after garbage collection. */
export function memory() {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  collect()
  collect()
  return { heapUsed: process.memoryUsage().heapUsed }
}
