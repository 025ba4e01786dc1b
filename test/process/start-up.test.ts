import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'

vi.setConfig({ testTimeout: 90_000 })

const OTHER_ACCOUNT = 65_534
const isRoot = process.getuid?.() === 0

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quire-start-'))
  chmodSync(folder, 0o755)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function run(
  args: string[],
  cwd = projectRoot,
  account: { uid?: number; gid?: number } = {},
  environment: Record<string, string> = {},
) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH ?? '', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...account,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const [code] = await once(child, 'close')
  return { code, output }
}

const OLD_NODES = ['18.20.4', '20.18.3', '22.11.0', '23.11.1', '12.22.12']
const COMMANDS = ['start.mjs', 'quire.mjs token', 'build.mjs', 'generate.mjs']

describe('a start', () => {
  it.each([
    ...OLD_NODES.map((version) => [version, 'start.mjs']),
    ...COMMANDS.slice(1).map((command) => ['18.20.4', command]),
  ])(
    'with Node %s says which Node it needs, before anything else is loaded (%s)',
    async (version, command) => {
      const preload = join(folder, 'old-node.cjs')
      writeFileSync(
        preload,
        `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`,
      )
      const { code, output } = await run(['--require', preload, ...`src/tools/${command}`.split(' ')])
      expect(code).toBe(1)
      expect(output).toBe(
        `Quire did not start. It needs Node 20.19, 22.12, 24 or newer, and this is Node ${version}. Install a newer Node.\n`,
      )
    },
  )

  it.each(['start.mjs', 'quire.mjs migrate', 'quire.mjs token'])(
    'names a DATA_DIR that cannot be used (%s)',
    async (command) => {
      const file = join(folder, 'file')
      writeFileSync(file, '')
      const { code, output } = await run(
        `src/tools/${command}`.split(' '),
        projectRoot,
        {},
        { DATA_DIR: file },
      )
      expect(code).toBe(1)
      expect(output).toContain(file)
      const lines = output.trim().split('\n')
      expect(lines.filter((line) => !line.startsWith('Building'))).toHaveLength(1)
    },
  )

  it('in a checkout that is not writable says how to compile it once', async () => {
    const copy = join(folder, 'checkout')
    mkdirSync(copy)
    for (const part of [
      'src',
      'prisma',
      'package.json',
      'package-lock.json',
      'tsconfig.json',
      'prisma.config.ts',
    ]) {
      const isGenerated = (path: string) => path.includes('src/generated')
      cpSync(join(projectRoot, part), join(copy, part), {
        recursive: true,
        filter: (path) => !isGenerated(path),
      })
    }
    symlinkSync(join(projectRoot, 'node_modules'), join(copy, 'node_modules'))
    chmodSync(copy, 0o555)
    const { code, output } = await run(
      ['src/tools/start.mjs'],
      copy,
      isRoot ? { uid: OTHER_ACCOUNT, gid: OTHER_ACCOUNT } : {},
    )
    chmodSync(copy, 0o755)
    expect(code).toBe(1)
    expect(output).toBe(
      `Quire did not start. It has to be compiled, but this account cannot write to ${join(copy, 'dist')} (EACCES). Run "npm run build" once with an account that can.\n`,
    )
  })
})
