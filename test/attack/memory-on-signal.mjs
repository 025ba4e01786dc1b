import { writeSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Loaded into the server under attack: on SIGUSR2 it prints the memory in use after a full garbage collection.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
let reports = 0

process.on('SIGUSR2', () => {
  collect()
  const { rss, heapUsed, external } = process.memoryUsage()
  writeSync(1, `memory ${++reports}: ${JSON.stringify({ rss, heapUsed, external })}\n`)
})
