import { readFileSync, writeSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

// Loaded into the server under attack. On SIGUSR2 it prints the longest turn of the event loop since the last report,
// and the memory in use after a full garbage collection. A turn is measured in CPU time of the main thread, which does
// not depend on what else the machine does.
const INTERVAL_MS = 1
const mainThreadMs = () =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

if (isMainThread) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  let reports = 0
  let longestTurnMs = 0
  let last = mainThreadMs()
  // A timer that is due in every turn, so the CPU time between two of its calls is that of one turn.
  setInterval(() => {
    const now = mainThreadMs()
    longestTurnMs = Math.max(longestTurnMs, now - last)
    last = now
  }, INTERVAL_MS).unref()

  process.on('SIGUSR2', () => {
    longestTurnMs = Math.max(longestTurnMs, mainThreadMs() - last)
    const turn = longestTurnMs
    collect()
    const { rss, heapUsed, external } = process.memoryUsage()
    writeSync(1, `report ${++reports}: ${JSON.stringify({ rss, heapUsed, external, longestTurnMs: turn })}\n`)
    longestTurnMs = 0
    last = mainThreadMs()
  })
}
