#!/usr/bin/env node
// `npx quire <command>`: the server and the commands of an operator.
import './require-node.mjs'

const [command = '', ...args] = process.argv.slice(2)

// In this process, so that signals reach the server and not a parent process.
if (command === 'serve' && !args.some((arg) => arg === '--help' || arg === '-h')) await import('./start.mjs')
else process.exitCode = await run()

async function run() {
  const { ensureBuilt } = await import('./build.mjs')
  const { useSourceMaps } = await import('./source-maps.mjs')
  await ensureBuilt()
  useSourceMaps()
  const { main } = await import('../../dist/tools/quire.js')
  return main(command, args)
}
