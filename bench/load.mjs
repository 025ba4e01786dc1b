// Sends requests on 16 connections, in a process of its own, so that its work is not attributed to a contestant.
import autocannon from 'autocannon'

const CONNECTIONS = 16

function load({ url, method, headers, body, amount, expected = 200, perConnection }) {
  return new Promise((resolve, reject) => {
    let begun = 0
    let answered = 0
    let connection = 0
    const times = []
    // Each connection repeats its own requests in order, for writes to different places.
    const setupClient =
      perConnection && ((client) => client.setRequests(perConnection[connection++ % perConnection.length]))
    const options = { url, method, headers, body, amount, connections: CONNECTIONS, timeout: 60, setupClient }
    const run = autocannon(options, (error) => {
      if (error) reject(error)
      else if (answered < amount) reject(new Error(`${amount - answered} requests were not answered`))
    })
    let failed = 0
    run.on('start', () => {
      begun = performance.now()
    })
    run.on('reqError', (error) => reject(error))
    run.on('response', (_client, status, _bytes, ms) => {
      if (status !== expected) failed++
      times.push(ms)
      if (++answered < amount) return
      // Its own timer has a resolution of one second, which would round every result.
      const seconds = (performance.now() - begun) / 1000
      times.sort((a, b) => a - b)
      const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))]
      resolve({ seconds, requests: answered, failed, p50: at(0.5), p99: at(0.99) })
      run.stop()
    })
  })
}

process.on('message', (job) => {
  load(job).then(
    (result) => process.send(result),
    (error) => process.send({ failure: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
process.send({ port: 0 })
