import { Agent, get } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'

// Runs in its own process: measures how long the event loop of a server is blocked, by the latency of /healthz.
const INTERVAL_MS = 5
const [origin = ''] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const own = monitorEventLoopDelay({ resolution: INTERVAL_MS })
own.enable()

const ask = () =>
  new Promise((resolve, reject) => {
    get(`${origin}/healthz`, { agent }, (response) => response.resume().on('end', resolve)).on(
      'error',
      reject,
    )
  })

const result = { longestMs: 0, polls: 0, failed: 0, ownLagMs: 0 }
let isRunning = true

process.on('message', () => {
  isRunning = false
})

await ask()
own.reset()
process.send?.('ready')
while (isRunning) {
  const begun = performance.now()
  try {
    await ask()
    result.polls++
  } catch {
    result.failed++
  }
  result.longestMs = Math.max(result.longestMs, performance.now() - begun)
  await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS))
}
result.ownLagMs = own.max / 1e6
process.send?.(result)
process.disconnect()
agent.destroy()
