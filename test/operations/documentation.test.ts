import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '../../src/project-root.ts'
import { makeDataDir, ServerProcess } from '../support/server-process.ts'
import { runProgram } from './programs.ts'

const text = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8')
/** Starting from nothing is tested in test/process. */
const blocks = [...text.matchAll(/```bash\n([\s\S]*?)```/g)]
  .map(([, block = '']) => block)
  .filter((block) => !block.includes('npm start'))

const data = makeDataDir()
const folder = mkdtempSync(join(tmpdir(), 'quire-operations-'))
let server: ServerProcess

beforeAll(async () => {
  server = new ServerProcess({ DATA_DIR: data.path })
  await server.ready()
  // What npx finds in a checkout.
  const npx = join(folder, 'npx')
  writeFileSync(
    npx,
    `#!/bin/sh\nshift\nexec "${process.execPath}" "${projectRoot}/src/tools/quire.mjs" "$@"\n`,
  )
  chmodSync(npx, 0o755)
})
afterAll(async () => {
  await server.end('SIGTERM')
  data.remove()
  rmSync(folder, { recursive: true, force: true })
})

describe('docs/operations.md', () => {
  it.each(blocks.map((block) => [block.trim().split('\n')[0], block]))(
    'works as written: %s',
    (_first, block) => {
      const restored = join(data.path, '..', 'restored')
      const script = `set -e\ncd "${folder}"\nPATH="${folder}:$PATH"\nexport DATA_DIR="${data.path}"\n${block.replaceAll('DATA_DIR=.restored', `DATA_DIR="${restored}"`)}`
      const { status, output } = runProgram('bash', ['-c', script])
      expect(status, output).toBe(0)
    },
  )

  it('lists every command', async () => {
    const { output } = runProgram(process.execPath, [join(projectRoot, 'src/tools/quire.mjs'), '--help'])
    const commands = [...output.matchAll(/^ {2}([a-z-]+) {2,}\S/gm)].map(([, name]) => name)
    expect(commands.length).toBeGreaterThan(8)
    for (const name of commands) expect(text).toContain(`quire ${name}`)
  })

  it('names only settings that exist', () => {
    const settings = readFileSync(join(projectRoot, '.env.example'), 'utf8')
    const named = new Set([...text.matchAll(/`([A-Z][A-Z_]{3,})(?:=[^`]*)?`/g)].map(([, name = '']) => name))
    const others = new Set(['SIGTERM', 'LISTEN'])
    for (const name of named) if (!others.has(name)) expect(settings).toContain(`\n${name}=`)
  })
})
