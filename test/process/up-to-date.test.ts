import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'
import { ensure } from '../../src/tools/up-to-date.mjs'

const folder = mkdtempSync(join(tmpdir(), 'quire-up-to-date-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('a build is made again when the content of an input has changed, and only then', async () => {
  const input = join(folder, 'input.txt')
  const target = join(folder, 'made')
  let made = 0
  const makeIfNeeded = async () => {
    const inputs = () => [relative(projectRoot, input)]
    await ensure(target, inputs, async () => void made++)
    return made
  }
  writeFileSync(input, 'one')
  expect(await makeIfNeeded()).toBe(1)
  expect(await makeIfNeeded()).toBe(1)

  utimesSync(input, new Date(0), new Date(0))
  expect(await makeIfNeeded()).toBe(1)

  // The same size and time, as after an archive is unpacked.
  const { atime, mtime } = statSync(input)
  writeFileSync(input, 'two')
  utimesSync(input, atime, mtime)
  expect(await makeIfNeeded()).toBe(2)
  expect(await makeIfNeeded()).toBe(2)
})
