import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../../src/project-root.ts'

/** Prints where the first line of output comes from. */
const PRELOAD = `
  const write = process.stdout.write
  process.stdout.write = function (...args) {
    process.stderr.write(new Error('Written here.').stack)
    process.stdout.write = write
    return write.apply(this, args)
  }`

it('the stack of an error in the compiled program has positions in the sources', () => {
  const preload = `data:text/javascript,${encodeURIComponent(PRELOAD)}`
  const program = join(projectRoot, 'src/tools/quire.mjs')
  const { stderr } = spawnSync(process.execPath, ['--import', preload, program, '--help'], {
    encoding: 'utf8',
  })
  expect(stderr).toContain('Error: Written here.')
  const [, file = '', line] = /\((?:file:\/\/)?(\/[^()]*\/src\/[^()]*\.ts):(\d+):\d+\)/.exec(stderr) ?? []
  expect(file, stderr).not.toBe('')
  expect(readFileSync(file, 'utf8').split('\n')[Number(line) - 1]).toMatch(/\w+\(/)
})
