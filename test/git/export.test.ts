import { afterAll, beforeAll, expect, it } from 'vitest'
import { callRest } from '../support/rest-api.ts'
import { GitSpace, type GitWorld, startGitWorld, TIME_LIMIT_MS } from './git-space.ts'

let world: GitWorld
beforeAll(async () => {
  world = await startGitWorld()
})
afterAll(() => world?.close())

const files = {
  'SUMMARY.md':
    '# Contents\n\n- [The *start*](README.md)\n- [Guide](guide/README.md)\n    - [Install](guide/install.md "Setup")\n- Label\n    - [Deep \\(x\\)](deep.md)\n',
  'README.md': '\ufeff# Welcome\r\n\r\nHello.\r\n',
  'guide/README.md': '# Guide\n\nAll about it.\n',
  'guide/install.md': '---\ndescription: >-\n  How to\n  install\n---\n\n# Install\n\nRun the command.\n',
  'deep.md': 'No title here.\n',
  '.gitbook/assets/caf\u00e9\u202f(1) 100%.txt': 'An asset.\n',
  '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nTake note.\n',
  '.gitbook/vars.yaml': '# Ours\nversion: 1.2.3\n',
  'src/main.c': 'int main() {}\n',
}

it(
  'an export commits only what differs, onto the tip, as the user who asked',
  async () => {
    const repository = world.server.repository('exported')
    repository.push(files)
    const space = await GitSpace.create(world)
    await space.import(repository.url)
    expect(await space.export(repository.url)).toMatchObject({ state: 'success', result: 'unchanged' })

    const guide = await space.page('guide')
    await space.change({
      operation: 'update_page',
      page: guide.id,
      document: { markdown: '# Guide\n\nNew.\n' },
    })
    const edited = await space.export(repository.url, { commitMessage: 'Edit the guide' })
    expect(edited).toMatchObject({ result: 'applied', report: { changed: [{ path: 'guide/README.md' }] } })
    expect(repository.changedIn('main')).toEqual(['guide/README.md'])
    expect(repository.files()).toEqual({ ...files, 'guide/README.md': '# Guide\n\nNew.\n' })
    repository.git('fetch', '--quiet')
    const { displayName } = await world.t.db.database.prisma.user.findUniqueOrThrow({
      where: { id: world.userId },
    })
    expect(repository.git('log', '-1', '--format=%an%n%s', 'origin/main')).toBe(
      `${displayName}\nEdit the guide\n`,
    )
    expect((await space.call('GET', '/content')).body).toMatchObject({
      git: { oid: edited.commit, createdByService: true },
    })

    // New, deleted and moved pages, and a variable.
    const install = await space.page('guide/install')
    await space.change(
      {
        operation: 'insert_page',
        title: 'Extra',
        description: 'More of it',
        document: { markdown: 'Extra.\n' },
      },
      { operation: 'insert_page', title: 'Part', ref: 'part', document: { markdown: '# Part\n' } },
      { operation: 'insert_page', title: 'Inner', into: 'part', document: { markdown: '# Inner\n' } },
      { operation: 'delete_page', page: install.id },
      { operation: 'set_variable', name: 'version', value: '2' },
    )
    expect(await space.export(repository.url)).toMatchObject({ state: 'success', result: 'applied' })
    const { 'guide/install.md': _gone, ...rest } = files
    expect(repository.files()).toEqual({
      ...rest,
      'guide/README.md': '# Guide\n\nNew.\n',
      'extra.md': '---\ndescription: More of it\n---\n\nExtra.\n',
      'part/README.md': '# Part\n',
      'part/inner.md': '# Inner\n',
      '.gitbook/vars.yaml': '# Ours\nversion: "2"\n',
      'SUMMARY.md':
        '# Contents\n\n- [The *start*](README.md)\n- [Guide](guide/README.md)\n- Label\n    - [Deep \\(x\\)](deep.md)\n- [Extra](extra.md)\n- [Part](part/README.md)\n    - [Inner](part/inner.md)\n',
    })
    // What was exported is known when it comes back.
    const before = await space.revision()
    expect(await space.import(repository.url)).toMatchObject({ result: 'unchanged' })
    expect(await space.revision()).toBe(before)
  },
  TIME_LIMIT_MS,
)

it(
  'an export requires an import first when the branch has other commits, and lets the space win with force',
  async () => {
    const repository = world.server.repository('ahead')
    repository.push({ 'README.md': '# Home\n\nOne.\n', 'a.md': '# A\n' })
    const space = await GitSpace.create(world)
    await space.import(repository.url)
    const home = await space.page('home')
    await space.change({
      operation: 'update_page',
      page: home.id,
      document: { markdown: '# Home\n\nOurs.\n' },
    })
    const theirs = repository.push({ 'README.md': '# Home\n\nTheirs.\n', 'foreign.c': 'x\n' })
    const refused = await space.export(repository.url)
    expect(refused).toMatchObject({ state: 'failure', error: expect.stringContaining('Import it first') })
    expect(repository.files()['README.md']).toBe('# Home\n\nTheirs.\n')
    expect(await space.export(repository.url, { force: true })).toMatchObject({ result: 'applied' })
    expect(repository.files()).toMatchObject({ 'README.md': '# Home\n\nOurs.\n', 'foreign.c': 'x\n' })
    repository.git('fetch', '--quiet')
    expect(repository.git('rev-parse', 'origin/main~1').trim()).toBe(theirs)
  },
  TIME_LIMIT_MS,
)

it(
  'an export creates a branch, fills an empty repository, and tries again when it is pushed past',
  async () => {
    const repository = world.server.repository('source')
    repository.push(files)
    const space = await GitSpace.create(world)
    await space.import(repository.url)
    const branch = 'refs/heads/docs/new'
    expect(await space.export(repository.url, { ref: branch })).toMatchObject({ state: 'success' })
    expect(repository.files('docs/new')).toEqual(files)

    const empty = world.server.repository('empty', { credentials: 'bot:se%cret' })
    const { 'src/main.c': _foreign, ...content } = files
    const url = empty.privateUrl.replace('se%cret', 'se%25cret')
    expect(await space.export(url)).toMatchObject({ state: 'success', result: 'applied' })
    expect(empty.files()).toMatchObject(content)

    const home = await space.page('welcome')
    await space.change({
      operation: 'update_page',
      page: home.id,
      document: { markdown: '# Welcome\n\nNew.\n' },
    })
    empty.git('pull', '--quiet', 'origin', 'main')
    let pushes = 0
    world.server.beforePush = () => {
      pushes += 1
      world.server.beforePush = undefined
      empty.push({ 'other.txt': 'A colleague was faster.\n' })
    }
    expect(await space.export(url, { force: true })).toMatchObject({ state: 'success', result: 'applied' })
    expect(pushes).toBe(1)
    expect(empty.files()).toMatchObject({ 'other.txt': 'A colleague was faster.\n' })
    expect(empty.files()['README.md']).toContain('New.')
  },
  TIME_LIMIT_MS,
)

it(
  'an export is no change of content: open change requests are not outdated, and there is no event',
  async () => {
    const repository = world.server.repository('current')
    repository.push({ 'README.md': '# Home\n\nOne.\n' })
    const space = await GitSpace.create(world)
    await space.import(repository.url)
    await space.change({ operation: 'insert_page', title: 'New', document: { markdown: '# New\n' } })
    const { body } = await space.call('POST', '/change-requests', { subject: 'Open' })
    const { id } = body as { id: string }
    const outdated = async () => {
      const one = (await space.call('GET', `/change-requests/${id}`)).body as { outdated: boolean }
      const list = (await space.call('GET', '/change-requests?status=all')).body as { items: (typeof one)[] }
      const all = await callRest(
        world.t,
        world,
        'GET',
        `/orgs/${world.organizationId}/change-requests?status=all`,
      )
      const [ofOrganization] = (all.body as { items: (typeof one & { id: string })[] }).items.filter(
        (each) => each.id === id,
      )
      return [one.outdated, list.items[0]?.outdated, ofOrganization?.outdated]
    }
    const events = async () =>
      (await world.t.db.database.prisma.event.findMany({ where: { spaceId: space.id } }))
        .map(({ type }) => type)
        .filter((type) => type === 'space.content_updated').length
    const before = await events()
    expect(await outdated()).toEqual([false, false, false])
    expect(await space.export(repository.url)).toMatchObject({ result: 'applied' })
    expect(repository.files()).toHaveProperty(['new.md'])
    // The page knows its file, and nothing else has changed.
    expect((await space.page('new')).git?.path).toBe('new.md')
    expect(await outdated()).toEqual([false, false, false])
    expect(await events()).toBe(before)
    await space.change({ operation: 'insert_page', title: 'Later', document: { markdown: '# Later\n' } })
    expect(await outdated()).toEqual([true, true, true])
    expect((await space.call('POST', `/change-requests/${id}/merge`)).status).toBe(200)
    expect((await space.page('new')).git?.path).toBe('new.md')
  },
  TIME_LIMIT_MS,
)
