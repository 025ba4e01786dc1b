import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'

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
