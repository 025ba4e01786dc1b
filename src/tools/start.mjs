// Only syntax that every Node with modules can read, and no import that an old one lacks, until its version is known.
const [major, minor] = process.versions.node.split('.').map(Number)
const isSupported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24

if (isSupported) {
  start().catch((error) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  })
} else {
  process.stderr.write(
    `Quire did not start. It needs Node 20.19, 22.12, 24 or newer, and this is Node ${process.versions.node}. Install a newer Node.\n`,
  )
  process.exit(1)
}

async function start() {
  const { ensureBuilt } = await import('./build.mjs')
  await ensureBuilt()

  // Libraries decide when they are loaded whether to run their development checks.
  if (process.env.NODE_ENV === undefined) process.env.NODE_ENV = 'production'
  process.setSourceMapsEnabled(true)

  // In this very process, so that signals reach the server and not a parent of it.
  await import('../../dist/main.js')
}
