import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'
import { ProjectCopy } from '../support/project-copy.ts'

const { PATH = '', HOME = '' } = process.env
const env = { PATH, HOME, NO_COLOR: '1' }
const program = (root: string) => join(root, 'node_modules/vitest/vitest.mjs')

it('npx vitest finds a test file in any folder, each in one project', () => {
  const files = {
    'test/core/trim.test.ts': 'unit',
    'test/architecture/adding-a-resource.test.ts': 'guide',
    'test/process/token.test.ts': 'processes',
    'test/operations/nginx.test.ts': 'operations',
    'test/faults/kill.test.ts': 'faults',
    'test/attack/git.test.ts': 'attack',
    'test/browser/pages.test.ts': 'browser',
  }
  const args = [program(projectRoot), 'list', '--filesOnly', ...Object.keys(files)]
  const { stdout } = spawnSync(process.execPath, args, { cwd: projectRoot, env, encoding: 'utf8' })
  const found = stdout.split('\n').filter((line) => line.startsWith('['))
  expect(found.sort()).toEqual(
    Object.entries(files)
      .map(([file, project]) => `[${project}] ${file}`)
      .sort(),
  )
})

it('npx vitest runs tests again when a source changes', { timeout: 400_000 }, async () => {
  const copy = new ProjectCopy()
  const watch = spawn(process.execPath, [program(copy.path), '--watch', 'test/core/trim.test.ts'], {
    cwd: copy.path,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    watch.kill('SIGINT')
    if (watch.exitCode === null) await once(watch, 'exit')
    copy.remove()
  })
  let output = ''
  watch.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const seen = (pattern: RegExp) => vi.waitFor(() => expect(output).toMatch(pattern), { timeout: 180_000 })

  await seen(/\d+ passed, 0 failed/)
  output = ''
  const source = readFileSync(join(copy.path, 'src/core/trim.ts'), 'utf8')
  copy.write('src/core/trim.ts', `throw new Error('Edited.')\n${source}`)
  await seen(/Error: Edited\./)
  output = ''
  copy.write('src/core/trim.ts', source)
  await seen(/\d+ passed, 0 failed/)
})
