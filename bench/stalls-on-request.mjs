import { readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/** Reading the CPU time at each millisecond would take 5 % of it. */
const TICK_MS = 5

/** CPU milliseconds of this thread: time in which other threads use its core is not its own. */
function cpuOfThread() {
  try {
    return Number.parseInt(readFileSync('/proc/thread-self/schedstat', 'utf8'), 10) / 1e6
  } catch {
    return performance.now()
  }
}

/** Responds with the longest time that the main thread has worked without serving a timer since the last request. */
if (isMainThread && process.send) {
  let longest = 0
  let before = cpuOfThread()
  setInterval(() => {
    const now = cpuOfThread()
    longest = Math.max(longest, now - before)
    before = now
  }, TICK_MS).unref()
  process.on('message', () => {
    process.send?.({ stallMs: longest })
    longest = 0
  })
  process.channel?.unref()
}
