import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { GitSpace, type GitWorld, startGitWorld, TIME_LIMIT_MS } from './git-space.ts'

let world: GitWorld
beforeAll(async () => {
  world = await startGitWorld()
})
afterAll(() => world?.close())

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const handbook = {
  '.gitbook.yaml': 'root: ./docs\nredirects:\n  old/page: guide/install.md\n',
  'docs/SUMMARY.md':
    '# Table of contents\n\n* [Welcome](README.md)\n* [Guide](guide/README.md)\n  * [Install](guide/install.md "Setup")\n\n## Reference\n\n* [Commands](reference/commands.md)\n* [Elsewhere](https://example.com)\n',
  'docs/README.md':
    '# Welcome\n\nHello. See [the code](../src/main.c#L1), [my file](<../my file.c>) and [nothing](missing.md), [x](missing.png), [y](missing-page), [z](LICENSE).\n',
  'docs/guide/README.md': '# Guide\n\nAll about it.\n',
  'docs/guide/install.md': '---\ndescription: How to install\n---\n\n# Install\n\nRun the command.\n',
  'docs/reference/commands.md': 'No heading here.\n',
  'docs/.gitbook/assets/a dot (1).png': PNG,
  'docs/.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nTake note.\n',
  'docs/.gitbook/vars.yaml': 'version: 1.2.3\n',
  'src/main.c': 'int main() {}\n',
}

it(
  'an import imports pages, files, includes and variables, and keeps ids when files are renamed',
  async () => {
    const repository = world.server.repository('handbook')
    const first = repository.push(handbook, 'Add the handbook')
    const space = await GitSpace.create(world)
    const imported = await space.import(repository.url, {
      repoCommitURL: 'https://git.example/commit/',
      repoTreeURL: 'https://git.example/tree/main',
    })
    expect(imported).toMatchObject({ state: 'success', result: 'applied', commit: first })
    expect(imported.report.created.map(({ path }) => path).sort()).toEqual([
      'docs/.gitbook/assets/a dot (1).png',
      'docs/.gitbook/includes/note.md',
      'docs/README.md',
      'docs/guide/README.md',
      'docs/guide/install.md',
      'docs/reference/commands.md',
    ])
    expect(imported.report.ignored).toEqual([{ path: 'src/main.c', reason: 'It is outside docs.' }])
    const pages = await space.pages()
    expect(pages.map(({ type, title, path }) => `${type} ${title} ${path}`)).toEqual([
      'document Welcome welcome',
      'document Guide guide',
      'document Install guide/install',
      'group Reference reference',
      'document Commands reference/commands',
      'link Elsewhere undefined',
    ])
    const blob = repository.git('rev-parse', `${first}:docs/guide/install.md`).trim()
    expect(pages[2]?.git).toEqual({ oid: blob, path: 'docs/guide/install.md' })
    const { body: revision } = await space.call('GET', '/content')
    expect(revision).toMatchObject({
      variables: { version: '1.2.3' },
      git: { oid: first, message: 'Add the handbook', createdByService: false, ref: 'refs/heads/main' },
    })
    expect((await space.call('GET', '/git/info')).body).toMatchObject({
      url: repository.url,
      repoName: 'handbook',
    })

    // Links to files that are no content lead to the repository, and others do not.
    const { body: links } = await space.call('GET', '/links')
    type Links = { items: { status: string; targetReference?: { url?: string } }[] }
    const targets = (links as Links).items.map(({ status, targetReference: to }) => `${status} ${to?.url}`)
    expect(targets).toEqual([
      'ok https://git.example/tree/main/src/main.c#L1',
      'ok https://git.example/tree/main/my%20file.c',
      'broken missing.md',
      'broken missing.png',
      'broken missing-page',
      'ok https://git.example/tree/main/docs/LICENSE',
      'ok https://example.com',
    ])
    const { body: broken } = await space.call('GET', '/links?status=broken')
    expect((broken as Links).items).toHaveLength(3)
    const { body: found } = await space.call('GET', '/links?status=ok')
    expect((found as Links).items).toHaveLength(4)

    // The same commit again.
    const before = await space.revision()
    expect(await space.import(repository.url)).toMatchObject({ state: 'success', result: 'unchanged' })
    expect(await space.revision()).toBe(before)

    // An edit of one page, which needs no other.
    repository.push({ 'docs/guide/install.md': '# Install\n\nRun the new command.\n' })
    const second = await space.import(repository.url)
    expect(second).toMatchObject({
      result: 'applied',
      report: { changed: [{ path: 'docs/guide/install.md' }] },
    })
    expect((await space.page('guide/install')).markdown).toContain('the new command')

    // A renamed file with one more line.
    repository.push({
      'docs/guide/install.md': null,
      'docs/guide/setup.md': '# Install\n\nRun the new command.\n\nDone.\n',
      'docs/SUMMARY.md': handbook['docs/SUMMARY.md'].replace('install.md', 'setup.md'),
    })
    const third = await space.import(repository.url)
    expect(third.report.moved).toEqual([{ path: 'docs/guide/setup.md', from: 'docs/guide/install.md' }])
    const renamed = (await space.pages()).find(({ path }) => path === 'guide/setup')
    expect(renamed?.id).toBe(pages[2]?.id)
  },
  TIME_LIMIT_MS,
)

it(
  'an import merges changes of the space with those of the repository, and names pages in conflict',
  async () => {
    const repository = world.server.repository('merged')
    const body = Array.from({ length: 9 }, (_, at) => `Line ${at}.\n`).join('\n')
    repository.push({ 'README.md': '# Home\n\nStart.\n', 'a.md': `# A\n\n${body}`, 'b.md': '# B\n\nText.\n' })
    const space = await GitSpace.create(world)
    await space.import(repository.url)
    const a = await space.page('a')
    const b = await space.page('b')
    await space.change(
      {
        operation: 'update_page',
        page: a.id,
        document: { markdown: a.markdown.replace('Line 0', 'Ours 0') },
      },
      { operation: 'insert_page', title: 'Own', document: { markdown: 'Written here.' } },
    )
    repository.push({ 'a.md': `# A\n\n${body.replace('Line 8', 'Theirs 8')}` })
    expect(await space.import(repository.url)).toMatchObject({ state: 'success', result: 'applied' })
    const merged = (await space.page('a')).markdown
    expect(merged).toContain('Ours 0')
    expect(merged).toContain('Theirs 8')
    expect((await space.pages()).map(({ title }) => title)).toContain('Own')

    await space.change({ operation: 'update_page', page: b.id, document: { markdown: '# B\n\nOurs.\n' } })
    repository.push({ 'b.md': '# B\n\nTheirs.\n' })
    const before = await space.revision()
    const clash = await space.import(repository.url)
    expect(clash).toMatchObject({ state: 'failure' })
    expect(clash.error).toContain('"B" (b.md)')
    expect(await space.revision()).toBe(before)
    expect(await space.import(repository.url, { dryRun: true, force: true })).toMatchObject({
      result: 'applied',
    })
    expect(await space.revision()).toBe(before)
    expect(await space.import(repository.url, { force: true })).toMatchObject({ result: 'applied' })
    expect((await space.page('b')).markdown).toContain('Theirs.')
  },
  TIME_LIMIT_MS,
)

it(
  'an import skips older timestamps, and makes standalone revisions that the space does not move to',
  async () => {
    const repository = world.server.repository('standalone')
    repository.push({ 'README.md': '# Home\n\nOne.\n' })
    const space = await GitSpace.create(world)
    await space.import(repository.url, { timestamp: '2026-01-02T00:00:00Z' })
    const before = await space.revision()
    repository.push({ 'README.md': '# Home\n\nTwo.\n' })
    expect(await space.import(repository.url, { timestamp: '2026-01-01T00:00:00Z' })).toMatchObject({
      state: 'success',
      result: 'skipped',
    })
    repository.git('push', '--quiet', 'origin', 'HEAD:refs/pull/1/head')
    const preview = await space.import(repository.url, { ref: 'refs/pull/1/head', standalone: true })
    expect(preview).toMatchObject({ result: 'applied' })
    expect(await space.revision()).toBe(before)
    const { body } = await space.call('GET', `/revisions/${preview.revision}/path/home?format=markdown`)
    expect(body).toMatchObject({ markdown: expect.stringContaining('Two.') })
  },
  TIME_LIMIT_MS,
)

it(
  'an import imports pages of OpenAPI specs only for users and tokens that can see the spec',
  async () => {
    const { t, server, organizationId, userId } = world
    await t.db.database.prisma.openAPISpec.create({
      data: { id: newId('OpenAPISpec'), organizationId, slug: 'pets' },
    })
    const repository = server.repository('with-spec')
    repository.push(
      {
        'README.md': '# Start\n',
        'SUMMARY.md':
          '# Table of contents\n\n* [Start](README.md)\n* ```yaml\n  type: builtin:openapi\n  dependencies:\n    spec:\n      ref:\n        kind: openapi\n        spec: pets\n  ```\n',
      },
      'Show a spec',
    )
    const { id: spaceId } = await t.build.buildSpace({ organizationId })
    const guest = await t.build.buildPerson({ organizationId, role: null })
    await t.build.buildGrant('edit', { userId: guest.user.id }, { spaceId }, organizationId)
    const narrow = await t.build.buildToken({ userId, scopes: ['space:read', 'space:write'] })
    for (const token of [guest.token, narrow.token]) {
      const { report } = await new GitSpace(world, spaceId, token).import(repository.url)
      expect(report.refused).toEqual([
        { path: 'SUMMARY.md', reason: expect.stringContaining('"pets"') as string },
      ])
    }
    const typesOf = async () => (await new GitSpace(world, spaceId).pages()).map(({ type }) => type)
    expect(await typesOf()).toEqual(['document'])
    // The same commit, by a user who can see the spec.
    const { report, result } = await new GitSpace(world, spaceId).import(repository.url)
    expect([report.refused, result]).toEqual([[], 'applied'])
    const { body } = await new GitSpace(world, spaceId).call('GET', '/content/pages?computed=false')
    expect((body as { pages: { type: string }[] }).pages.map(({ type }) => type)).toEqual([
      'document',
      'computed',
    ])
  },
  TIME_LIMIT_MS,
)
