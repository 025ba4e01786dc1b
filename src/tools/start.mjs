import './require-node.mjs'

start().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
})

async function start() {
  // Loaded here and not above: an old Node may lack what it imports.
  const { ensureBuilt } = await import('./build.mjs')
  const { useSourceMaps } = await import('./source-maps.mjs')
  await ensureBuilt()

  // Libraries read this when they are loaded to decide about development checks.
  if (process.env.NODE_ENV === undefined) process.env.NODE_ENV = 'production'
  useSourceMaps()

  // In this process, so that signals reach the server and not a parent process.
  await import('../../dist/main.js')
}
