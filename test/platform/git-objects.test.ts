import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { blobs } from '../../src/platform/git/objects.ts'

const directory = mkdtempSync(join(tmpdir(), 'quire-objects-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

it('objects are read from a git that prints more warnings than fit in a pipe', async () => {
  const git = (args: string[], input = '') => execFileSync('git', args, { cwd: directory, input }).toString()
  git(['init', '--quiet', '--bare'])
  const oid = git(['hash-object', '-w', '--stdin'], 'words').trim()
  const binary = join(directory, 'warning-git')
  writeFileSync(binary, '#!/bin/sh\nhead -c 1000000 /dev/zero >&2\nexec git "$@"\n', { mode: 0o755 })
  const program = { binary, searchPath: process.env.PATH }
  const read = []
  for await (const { bytes } of blobs({ program, directory, timeoutMs: 15_000 }, [oid])) {
    read.push(bytes.toString())
  }
  expect(read).toEqual(['words'])
})
