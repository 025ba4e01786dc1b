// A process of `npm run dev`: loads packages, and the server once it is compiled.
import { useSourceMaps } from '../source-maps.mjs'

// Node itself would read the maps of all chunks at each start.
useSourceMaps()
// `npm run dev` has ended without stopping it.
process.on('disconnect', () => process.kill(process.pid, 'SIGINT'))
process.on('message', async (/** @type {{ load: string[] } | { start: string }} */ message) => {
  if ('start' in message) await import(message.start)
  // One that fails is loaded again by the server, which reports it.
  else await Promise.allSettled(message.load.map((name) => import(name)))
})
