import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { appForFile, TEST_SECRET_KEY } from '../support/app.ts'
import { zipOf } from '../support/archives.ts'
import { quire } from '../support/command-line.ts'
import '../support/git.ts'
import { startGitServer } from '../support/git-server.ts'
import { bodyOf, send } from '../support/refusals.ts'

vi.setConfig({ testTimeout: 60_000 })

const t = await appForFile()
const folder = mkdtempSync(join(tmpdir(), 'quire-content-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const environment = { DATABASE_URL: t.db.url, SECRET_KEY: TEST_SECRET_KEY, DATA_DIR: join(folder, 'data') }
const { id: organizationId } = await t.build.buildOrganization()
const { token, user } = await t.build.buildPerson({ organizationId, role: 'admin' })
const newSpace = async () => (await t.build.buildSpace({ organizationId })).id

const files: Record<string, string> = {
  'README.md': '# Home\n\nSee [the setup](guide/setup.md).\n',
  'guide/README.md': '# Guide\n\n![A](../.gitbook/assets/a.svg)\n',
  'guide/setup.md': '# Setup\n\n{% hint style="info" %}\nText.\n{% endhint %}\n',
  '.gitbook/assets/a.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>\n',
  'SUMMARY.md':
    '# Table of contents\n\n* [Home](README.md)\n* [Guide](guide/README.md)\n  * [Setup](guide/setup.md)\n',
}

function writeFiles(name: string, contents: Record<string, string>): string {
  for (const [path, text] of Object.entries(contents)) {
    mkdirSync(dirname(join(folder, name, path)), { recursive: true })
    writeFileSync(join(folder, name, path), text)
  }
  return join(folder, name)
}

const readFiles = (path: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(path.length + 1), readFileSync(file, 'utf8')]),
  )

const textAt = async (space: string, path: string) =>
  bodyOf(await send(t.origin, `/v1/spaces/${space}/content/path/${path}?format=markdown`, { token })).markdown

describe('quire import and export', () => {
  it('bring a folder to a space, by a change request that is merged, and back to a folder', async () => {
    const space = await newSpace()
    const source = writeFiles('source', files)
    symlinkSync('/etc/hostname', join(source, 'link.md'))
    mkdirSync(join(source, '.git'))
    writeFileSync(join(source, '.git/config'), 'not content')
    const imported = await quire(['import', source, '--space', space, '--json'], environment)
    expect(imported.code, imported.stderr).toBe(0)
    const result = JSON.parse(imported.stdout)
    expect(result).toMatchObject({ space, isMerged: true, imported: 4, skippedCount: 1 })
    expect(result.skipped).toEqual([{ path: 'link.md', reason: 'It is not a file.' }])
    expect(await textAt(space, 'guide/setup')).toContain('{% hint style="info" %}')
    const events = await t.db.database.prisma.event.findMany({ where: { spaceId: space, actorId: user.id } })
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['import.completed', 'change_request.merged']),
    )

    const target = join(folder, 'target')
    const exported = await quire(['export', space, target, '--json'], environment)
    expect(exported.code, exported.stderr).toBe(0)
    expect(JSON.parse(exported.stdout)).toMatchObject({ files: 5 })
    expect(readFiles(target)).toEqual(files)

    const again = await quire(['import', target, '--space', space], environment)
    expect(again).toMatchObject({ code: 0 })
    expect(again.stdout).toContain('Nothing was changed')
    const open = await t.db.database.prisma.changeRequest.count({ where: { spaceId: space, status: 'open' } })
    expect(open).toBe(0)
  })

  it('import a zip file, as a draft if asked, and replace what it does not have', async () => {
    const space = await newSpace()
    const zip = join(folder, 'docs.zip')
    writeFileSync(zip, zipOf({ 'README.md': '# Home\n', 'old.md': '# Old\n' }))
    expect(await quire(['import', zip, '--space', space], environment)).toMatchObject({ code: 0 })
    writeFileSync(zip, zipOf({ 'README.md': '# Home\n\nNew.\n' }))
    const draft = await quire(
      ['import', zip, '--space', space, '--mode', 'replace', '--draft', '--json'],
      environment,
    )
    const { changeRequest, isMerged } = JSON.parse(draft.stdout)
    expect(isMerged).toBe(false)
    expect(await textAt(space, 'old')).toBeDefined()
    const path = `/v1/spaces/${space}/change-requests/${changeRequest}/content/path/old`
    expect((await send(t.origin, path, { token })).status).toBe(404)
    writeFileSync(zip, 'not an archive')
    const broken = await quire(['import', zip, '--space', space], environment)
    expect(broken).toMatchObject({ code: 1, stdout: '' })
    expect(broken.stderr).not.toContain('    at ')
  })

  it('import a Git repository without a running server, and report what was refused', async () => {
    const server = await startGitServer()
    try {
      const repository = server.repository('docs')
      repository.push({
        ...files,
        'guide/setup.md': Buffer.from([0xff, 0xfe, 0x00]),
        'src/main.c': 'int x;\n',
      })
      const space = await newSpace()
      const allowed = { ...environment, OUTBOUND_ALLOW: server.host }
      const args = ['import', repository.url, '--space', space]
      const { code, stdout, stderr } = await quire([...args, '--json'], allowed)
      expect(code, stderr).toBe(0)
      const { imported, skipped } = JSON.parse(stdout)
      expect(imported).toBeGreaterThan(2)
      expect(skipped.map(({ path }: { path: string }) => path)).toEqual(
        expect.arrayContaining(['guide/setup.md', 'src/main.c']),
      )
      expect(await textAt(space, 'guide')).toContain('# Guide')
      const again = await quire(args, allowed)
      expect(again.stdout).toContain('Nothing was changed')
      expect((await quire([...args, '--ref', 'refs/heads/none'], allowed)).code).toBe(1)
      expect((await quire([...args, '--draft'], allowed)).code).toBe(2)
    } finally {
      await server.close()
    }
  })

  it('cannot change main content against the merge rules, neither by a folder nor from Git', async () => {
    const space = await newSpace()
    const rules = [{ rule: 'require_approvals', count: 1 }]
    const ruled = { token, method: 'PATCH', json: { mergeRules: { type: 'rules', rules } } }
    expect((await send(t.origin, `/v1/spaces/${space}`, ruled)).status).toBe(200)
    const { prisma } = t.db.database
    const { revisionId } = await prisma.space.findUniqueOrThrow({ where: { id: space } })
    const server = await startGitServer()
    try {
      const repository = server.repository('ruled')
      repository.push(files)
      const allowed = { ...environment, OUTBOUND_ALLOW: server.host }
      for (const source of [writeFiles('ruled', files), repository.url]) {
        const { code, stderr } = await quire(['import', source, '--space', space], allowed)
        expect(code, source).toBe(1)
        expect(stderr).toMatch(/merge rules|require_approvals/)
        expect(stderr).not.toContain('    at ')
      }
    } finally {
      await server.close()
    }
    expect((await prisma.space.findUniqueOrThrow({ where: { id: space } })).revisionId).toBe(revisionId)
    expect(await textAt(space, 'home')).toBeUndefined()
    // What was imported waits for its review.
    const kept = await prisma.changeRequest.findMany({ where: { spaceId: space } })
    expect(kept.map(({ status }) => status)).toEqual(['open'])
  })

  it('refuse what is missing, wrong or not empty', async () => {
    const space = await newSpace()
    expect((await quire(['import', folder], environment)).stderr).toContain('--space is required')
    expect(await quire(['import', '/nowhere', '--space', space], environment)).toMatchObject({ code: 1 })
    expect(await quire(['import', folder, '--space', 'spc_none'], environment)).toMatchObject({ code: 1 })
    expect(await quire(['import', folder, '--space', space, '--mode', 'x'], environment)).toMatchObject({
      code: 2,
    })
    expect(await quire(['export', 'spc_none', join(folder, 'new')], environment)).toMatchObject({ code: 1 })
    expect((await quire(['export', space, folder], environment)).stderr).toContain('is not empty')
    const reader = await t.build.buildPerson({ organizationId, role: 'read' })
    const refused = await quire(['import', folder, '--space', space, '--user', reader.user.id], environment)
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain('edit role')
  })
})
