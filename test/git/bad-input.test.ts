import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp } from '../support/app.ts'
import { callRest } from '../support/rest-api.ts'
import { GitSpace, type GitWorld, startGitWorld, TIME_LIMIT_MS } from './git-space.ts'

let world: GitWorld
let space: GitSpace
beforeAll(async () => {
  world = await startGitWorld()
  const repository = world.server.repository('good')
  repository.push({ 'README.md': '# Home\n\nGood.\n' })
  space = await GitSpace.create(world)
  await space.import(repository.url)
}, TIME_LIMIT_MS)
afterAll(() => world?.close())

describe('a request that no repository can satisfy is rejected', () => {
  it.each([
    ['an ext:: URL', { url: 'ext::sh -c id', ref: 'refs/heads/main' }, 'url'],
    ['a file: URL', { url: 'file:///etc', ref: 'refs/heads/main' }, 'url'],
    [
      'a branch that begins with -',
      { url: 'https://git.example/a', ref: 'refs/heads/--upload-pack=x' },
      'ref',
    ],
    ['a name that is no ref', { url: 'https://git.example/a', ref: 'main' }, 'ref'],
    ['a pull request without standalone', { url: 'https://git.example/a', ref: 'refs/pull/1/head' }, 'ref'],
    [
      'a folder above',
      { url: 'https://git.example/a', ref: 'refs/heads/main', repoProjectDirectory: '../x' },
      'repoProjectDirectory',
    ],
  ])('%s', async (_name, body, field) => {
    const { status, body: answer } = await space.call('POST', '/git/import', body)
    expect(status).toBe(400)
    expect(JSON.stringify(answer)).toContain(field)
  })
})

describe('a repository that cannot be used fails the operation and changes nothing', () => {
  const main = { ref: 'refs/heads/main' }
  const cases: [string, () => { url: string } & object, RegExp][] = [
    ['a private host', () => ({ url: 'http://10.1.2.3/a.git' }), /10\.1\.2\.3 is not on the public internet/],
    ['an unknown host', () => ({ url: 'https://git.invalid/a.git' }), /git\.invalid could not be resolved/],
    ['a redirect to a private host', () => redirected(), /10\.1\.2\.3 is not on the public internet/],
    [
      'a missing repository',
      () => ({ url: `${world.server.origin}/missing.git` }),
      /no repository at this URL/,
    ],
    ['a page that is no repository', () => page(), /no Git repository at this URL/],
    ['wrong credentials', () => locked('bot:wrong@'), /rejected the credentials/],
    ['missing credentials', () => locked(''), /requires credentials/],
    ['a missing branch', () => ({ ...good(), ref: 'refs/heads/other' }), /has no refs\/heads\/other/],
    ['a missing folder', () => ({ ...good(), repoProjectDirectory: 'docs' }), /has no folder docs/],
    [
      'broken YAML',
      () => pushed('yaml', { '.gitbook.yaml': 'root: ./\nredirects: [\n' }),
      /\.gitbook\.yaml, line \d/,
    ],
    [
      'a broken table of contents',
      () => pushed('toc', { 'SUMMARY.md': 'Nothing.\n' }),
      /SUMMARY\.md lists no pages/,
    ],
    ['no pages', () => pushed('none', { 'main.c': 'x' }), /no pages/],
  ]
  const good = () => ({ url: `${world.server.origin}/good.git` })
  const pushed = (name: string, files: Record<string, string>) => {
    const repository = world.server.repository(name)
    repository.push(files)
    return { url: repository.url }
  }
  const locked = (credentials: string) => {
    const name = `locked-${credentials.length}`
    world.server.repository(name, { credentials: 'bot:right' })
    return { url: `http://${credentials}${world.server.host}/${name}.git` }
  }
  const page = () => {
    world.server.answers.set('/page/info/refs', (_request, response) => response.end('<html>'))
    return { url: `${world.server.origin}/page` }
  }
  const redirected = () => {
    world.server.answers.set('/away/info/refs', (_request, response) =>
      response.writeHead(302, { location: 'http://10.1.2.3/info/refs' }).end(),
    )
    return { url: `${world.server.origin}/away` }
  }
  it.each(cases)(
    '%s',
    async (_name, request, message) => {
      const before = await space.revision()
      const { url, ...rest } = request()
      const ended = await space.import(url, { ...main, ...rest })
      expect(ended.state, JSON.stringify(ended)).toBe('failure')
      expect(ended.error).toMatch(message)
      expect(await space.revision()).toBe(before)
    },
    TIME_LIMIT_MS,
  )
})

it(
  'an import refuses or ignores single files by name, and imports the rest',
  async () => {
    const repository = world.server.repository('mixed')
    const text = (title: string) => `# ${title}\n\nText.\n`
    repository.push({
      'SUMMARY.md':
        '# Contents\n\n* [Home](README.md)\n* [Latin](latin.md)\n* [Home again](README.md)\n* [Missing](missing.md)\n* [Link](link.md)\n* [YAML](yaml.md)\n',
      'README.md': text('Home'),
      'latin.md': text('Latin'),
      'yaml.md': text('YAML'),
      'a.txt': 'a',
    })
    const mine = await GitSpace.create(world)
    await mine.import(repository.url)
    const latin = (await mine.pages()).find(({ title }) => title === 'Latin')
    symlinkSync('README.md', join(repository.clone, 'link.md'))
    repository.push({
      'latin.md': Buffer.from([0x23, 0x20, 0xe9, 0xff, 0x0a]),
      'yaml.md': '---\ndescription: a: b\n---\n\n# YAML\n',
      'A.TXT': 'A',
    })
    const imported = await mine.import(repository.url)
    expect(imported).toMatchObject({ state: 'success' })
    const refused = Object.fromEntries(imported.report.refused.map(({ path, reason }) => [path, reason]))
    expect(refused).toMatchObject({
      'latin.md': expect.stringContaining('not UTF-8'),
      'link.md': expect.stringContaining('symbolic link'),
      'yaml.md': expect.stringMatching(/line \d|YAML/),
      'a.txt': expect.stringContaining('only in case'),
    })
    expect(imported.report.ignored).toContainEqual({
      path: 'missing.md',
      reason: 'The table of contents lists it, but it does not exist.',
      line: 6,
    })
    expect(imported.report.ignored.map(({ path }) => path)).toContain('README.md')
    // Its page keeps its last text, and an export leaves the file alone.
    expect((await mine.page('latin')).markdown).toContain('Text.')
    expect((await mine.pages()).find(({ title }) => title === 'Latin')?.id).toBe(latin?.id)
    await mine.change({
      operation: 'update_page',
      page: latin?.id,
      document: { markdown: '# Latin\n\nOurs.\n' },
    })
    const exported = await mine.export(repository.url)
    expect(exported.report.refused.map(({ path }) => path)).toContain('latin.md')
    expect(repository.git('rev-parse', 'HEAD').trim()).toBe(exported.commit)
  },
  TIME_LIMIT_MS,
)

/** The arguments of all processes of this machine. */
const commandLines = (): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      } catch {
        return []
      }
    })

describe('a server without a usable git', () => {
  const rejected = async (binary: string, message: RegExp) => {
    const t = await startApp({ sharing: world.t, environment: { GIT_BINARY: binary } })
    for (const [method, path] of [
      ['POST', 'import'],
      ['PUT', 'connection'],
    ] as const) {
      const body = { url: 'https://git.example/a.git', ref: 'refs/heads/main' }
      const answer = await callRest(t, world, method, `/spaces/${space.id}/git/${path}`, { body })
      expect(answer.status).toBe(503)
      expect(JSON.stringify(answer.body)).toMatch(message)
    }
    await t.close()
  }

  it('rejects requests with 503 if there is none', () =>
    rejected('/nowhere/git', /This server has no git. Ask its operator to install git 2.37 or newer/))

  it('rejects requests with 503 if it is too old', async () => {
    const script = join(world.server.folder, 'old-git')
    writeFileSync(script, '#!/bin/sh\necho git version 2.36.9\n', { mode: 0o755 })
    await rejected(script, /git 2.36; 2.37 or newer is required/)
  })
})

it(
  'a Git operation keeps no credentials in any row, log, event, answer or list of processes',
  async () => {
    const secret = 'sesame-open-4711'
    const repository = world.server.repository('secret', { credentials: `bot:${secret}` })
    repository.push({ 'README.md': '# Home\n' })
    const mine = await GitSpace.create(world)
    // While git waits for the server, its processes and those of the server are listed.
    const commands: string[] = []
    world.server.onRequest = () => commands.push(...commandLines())
    const imported = await mine.import(repository.privateUrl)
    await mine.change({ operation: 'insert_page', title: 'New', document: { markdown: '# New\n' } })
    expect(await mine.export(repository.privateUrl)).toMatchObject({ result: 'applied' })
    const connection = { url: repository.privateUrl, ref: 'refs/heads/main' }
    expect((await mine.call('PUT', '/git/connection', connection)).status).toBe(200)
    await mine.ended()
    world.server.onRequest = undefined
    for (const command of ['fetch', 'push', 'ls-remote']) {
      expect(commands.some((line) => line.includes(`git\0${command}\0`))).toBe(true)
    }
    expect(commands.join('\n')).not.toContain(secret)
    const failed = await mine.import(repository.privateUrl.replace(secret, `${secret}-wrong`))
    expect([imported.state, failed.state]).toEqual(['success', 'failure'])
    const answers = await Promise.all(
      [
        '',
        '/git/info',
        '/git/connection',
        '/git/operations',
        `/git/operations/${imported.id}`,
        '/events',
      ].map((path) => mine.call('GET', path)),
    )
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(secret)
    expect(JSON.stringify(world.t.faults)).not.toContain(secret)
    const { pool } = world.t.db.database
    const tables = await pool.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
    )
    for (const { name } of tables.rows) {
      const { rows } = await pool.query(`SELECT 1 FROM "${name}" t WHERE t::text LIKE $1 LIMIT 1`, [
        `%${secret}%`,
      ])
      expect(rows, name).toEqual([])
    }
    const { rows } = await pool.query(`SELECT 1 FROM "GitOperation" WHERE "sealedUrl" IS NOT NULL`)
    expect(rows).toEqual([])
  },
  TIME_LIMIT_MS,
)
