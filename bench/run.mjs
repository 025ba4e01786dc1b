// `npm run bench [-- options]`; see docs/bench.md. Plain JavaScript: it runs before anything is built or installed.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { register } from 'tsx/esm/api'
import { ensureBuilt } from '../src/tools/build.mjs'

const here = import.meta.dirname

if (!existsSync(join(here, 'node_modules/.package-lock.json'))) {
  process.stderr.write('Installing what only the measurements need (once) …\n')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status } = spawnSync(npm, ['ci', '--prefix', here, '--no-audit', '--no-fund'], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
await ensureBuilt()

register()
const { main } = await import('./main.ts')
process.exitCode = await main(process.argv.slice(2))
