// `npm run bench [-- options]`; see docs/bench.md. Plain JavaScript: it runs before anything is built or installed.
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { register } from 'tsx/esm/api'
import { ensureBuilt } from '../src/tools/build.mjs'

const here = import.meta.dirname

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const npmOptions = ['--no-audit', '--no-fund', '--loglevel=error']

/** When a file was written, or 0 if it does not exist. */
const writtenAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

// PostGraphile 5 has packages of its own, because it needs other versions than PostGraphile 4.
for (const folder of [here, join(here, 'contestants/postgraphile-5')]) {
  const installed = writtenAt(join(folder, 'node_modules/.package-lock.json'))
  if (installed >= writtenAt(join(folder, 'package-lock.json'))) continue
  process.stderr.write('Installing what only the measurements need (once) …\n')
  const { status } = spawnSync(npm, ['ci', '--prefix', folder, ...npmOptions], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
await ensureBuilt()

register()
const { main } = await import('./main.ts')
process.exitCode = await main(process.argv.slice(2))
