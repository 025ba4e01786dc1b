import { ensureBuilt } from './build.mjs'

try {
  await ensureBuilt()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}

// Libraries decide when they are loaded whether to run their development checks.
process.env.NODE_ENV ??= 'production'
process.setSourceMapsEnabled(true)

// In this very process, so that signals reach the server and not a parent of it.
await import('../../dist/main.js')
