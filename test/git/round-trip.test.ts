import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestRepository } from '../support/git-server.ts'
import { GitSpace, type GitWorld, startGitWorld, TIME_LIMIT_MS } from './git-space.ts'

let world: GitWorld
beforeAll(async () => {
  world = await startGitWorld()
})
afterAll(() => world?.close())

/** One of everything that a repository can have. */
const everything = {
  '.gitbook.yaml':
    '# Settings\nroot: ./docs/\n\nredirects:\n  old/two: guide/two.md # Moved\n  "older": ./guide/two.md\n  gone: README.md\n',
  'docs/SUMMARY.md':
    '# Contents\n<!-- Sorted by hand -->\n\n- [Welcome](README.md "Start")\n-   [Guide](guide/)\n    - [Two](<guide/two.md>)\n\n    - [Three](guide/three.md#part)\n- A label\n   - [Deep \\(x\\)](deep\\_page.md)\n\n## Part <a href="#the-part" id="the-part"></a>\n\n+ [Missing](missing.md)\n+ [Last](part/last.md)\n\n***\n\n- [Outside](https://example.com)\n',
  'docs/README.md':
    '\ufeff# Welcome\r\n\r\nSee [two](guide/two.md#install "Two"), [three][3] and <a href="guide/two.md">two</a>.\r\n\r\n[3]: guide/three.md\r\n',
  'docs/guide/README.md':
    '# Guide\n\n{% content-ref url="two.md" %}\n[two.md](two.md)\n{% endcontent-ref %}\n',
  'docs/guide/two.md':
    '---\ndescription: >-\n  How to\n  do it\ncover: ../.gitbook/assets/cover.png\n---\n\n# Two\n\n## Install\n\n![dot](<../.gitbook/assets/a dot (1).txt>)\n\n{% include "../.gitbook/includes/sub/note.md" %}\n',
  'docs/guide/three.md': '# Three\n\n| Link |\n| --- |\n| [two](./two.md) |\n\n`[two](two.md)`\n',
  'docs/deep_page.md': 'No title here, and [a link](guide/two.md).\n',
  'docs/part/last.md': '# Last\n\n<img src="../.gitbook/assets/a dot (1).txt" alt="">\n',
  'docs/.gitbook/assets/a dot (1).txt': 'An asset.\n',
  'docs/.gitbook/assets/cover.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00]).toString('latin1'),
  'docs/.gitbook/includes/untitled.md': 'No front matter. See [two](../../guide/two.md).\n',
  'docs/.gitbook/includes/sub/note.md': '---\ntitle: A note\n---\n\nTake note.\n',
  'docs/.gitbook/vars.yaml': '# Ours\nversion: 1.20 # The newest\nother: "x"\n',
  'docs/.gitbook/tags.yaml': '- tag: new\n  label: New # Really\n',
}

/** The modes and object ids of the files of a branch, by path. */
const treeOf = (repository: TestRepository): Record<string, string> => {
  repository.git('fetch', '--quiet', 'origin', 'main')
  const lines = repository.git('ls-tree', '-r', '-z', 'FETCH_HEAD').split('\0').filter(Boolean)
  return Object.fromEntries(lines.map((line) => line.split('\t').reverse() as [string, string]))
}

async function imported(name: string): Promise<{ repository: TestRepository; space: GitSpace }> {
  const repository = world.server.repository(name)
  repository.push(everything)
  repository.git('update-index', '--chmod=+x', 'docs/guide/three.md', 'docs/SUMMARY.md')
  repository.git('update-index', '--chmod=+x', 'docs/.gitbook/assets/cover.png', 'docs/.gitbook/tags.yaml')
  repository.git('commit', '--quiet', '-m', 'Make files executable')
  repository.git('push', '--quiet', 'origin', 'HEAD')
  const space = await GitSpace.create(world)
  expect(await space.import(repository.url)).toMatchObject({ state: 'success', result: 'applied' })
  return { repository, space }
}

it(
  'an export writes an identical tree into an empty repository, modes included',
  async () => {
    const { repository, space } = await imported('everything')
    const empty = world.server.repository('empty')
    expect(await space.export(empty.url)).toMatchObject({ state: 'success', result: 'applied' })
    expect(treeOf(empty)).toEqual(treeOf(repository))
    // An edit of one page is a commit of one file, in both.
    const last = await space.page('the-part/last')
    await space.change({
      operation: 'update_page',
      page: last.id,
      document: { markdown: '# Last\n\nNew.\n' },
    })
    for (const each of [empty, repository]) {
      expect(await space.export(each.url)).toMatchObject({ result: 'applied' })
      expect(each.changedIn('main')).toEqual(['docs/part/last.md'])
    }
    expect(treeOf(empty)).toEqual(treeOf(repository))
  },
  TIME_LIMIT_MS,
)

it(
  'an export moves the file of a renamed page, and rewrites the links to it, byte for byte otherwise',
  async () => {
    const { repository, space } = await imported('renamed')
    const before = repository.files()
    const two = (await space.pages()).find(({ title }) => title === 'Two')
    await space.change({ operation: 'update_page', page: two?.id, slug: 'second' })
    const exported = await space.export(repository.url)
    expect(exported).toMatchObject({ state: 'success', result: 'applied' })
    expect(exported.report.moved).toEqual([{ path: 'docs/guide/second.md', from: 'docs/guide/two.md' }])
    const after = repository.files()
    const { 'docs/guide/two.md': text, ...rest } = before
    const expected: Record<string, string | undefined> = {
      ...rest,
      'docs/guide/second.md': text,
      '.gitbook.yaml': before['.gitbook.yaml']?.replaceAll('guide/two.md', 'guide/second.md'),
      'docs/SUMMARY.md': before['docs/SUMMARY.md']?.replace('<guide/two.md>', '<guide/second.md>'),
      'docs/README.md': before['docs/README.md']?.replaceAll('guide/two.md', 'guide/second.md'),
      'docs/guide/README.md': before['docs/guide/README.md']
        ?.replace('url="two.md"', 'url="second.md"')
        .replace('(two.md)', '(second.md)'),
      'docs/guide/three.md': before['docs/guide/three.md']?.replace('./two.md', './second.md'),
      'docs/deep_page.md': before['docs/deep_page.md']?.replace('two.md', 'second.md'),
      'docs/.gitbook/includes/untitled.md': before['docs/.gitbook/includes/untitled.md']?.replace(
        'two.md',
        'second.md',
      ),
    }
    expect(after).toEqual(expected)
    expect(treeOf(repository)['docs/guide/three.md']).toMatch(/^100755/)
    // The space has the same texts, its links are not broken, and nothing is left to export or to import.
    const { body } = await space.call('GET', '/links?status=broken')
    expect((body as { items: unknown[] }).items).toEqual([])
    expect((await space.page('welcome')).markdown).toContain('guide/second.md#install')
    expect(await space.export(repository.url)).toMatchObject({ result: 'unchanged' })
    repository.git('fetch', '--quiet', 'origin', 'main')
    repository.git('reset', '--hard', '--quiet', 'FETCH_HEAD')
    repository.push({ 'docs/part/last.md': '# Last\n\nTheirs.\n', 'docs/new.txt': 'New.\n' })
    expect(await space.import(repository.url)).toMatchObject({ state: 'success', result: 'applied' })
    expect((await space.page('welcome')).markdown).toContain('guide/second.md#install')
    expect((await space.page('the-part/last')).markdown).toContain('Theirs.')
  },
  TIME_LIMIT_MS,
)

it(
  'an export removes the entry of a deleted page, and nothing else of the table of contents',
  async () => {
    const { repository, space } = await imported('deleted')
    const before = repository.files()
    const page = async (title: string) => (await space.pages()).find((each) => each.title === title)?.id
    await space.change({ operation: 'delete_page', page: await page('Three') })
    expect(await space.export(repository.url)).toMatchObject({ result: 'applied' })
    const { 'docs/guide/three.md': _three, ...rest } = before
    const summary = before['docs/SUMMARY.md']?.replace('    - [Three](guide/three.md#part)\n', '')
    expect(repository.files()).toEqual({ ...rest, 'docs/SUMMARY.md': summary })
    await space.change({ operation: 'delete_page', page: await page('Last') })
    expect(await space.export(repository.url)).toMatchObject({ result: 'applied' })
    expect(repository.files()['docs/SUMMARY.md']).toBe(summary?.replace('+ [Last](part/last.md)\n', ''))
  },
  TIME_LIMIT_MS,
)
