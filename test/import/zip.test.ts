import { describe, expect, it } from 'vitest'
import { importCounts } from '../../src/modules/import/storable.ts'
import type { ImportLimits } from '../../src/modules/import/types.ts'
import { type ArchiveEntry, zipOf } from '../support/archives.ts'
import { importFrom, outline, refusalOf } from '../support/imports.ts'

const importZip = (
  entries: Record<string, string | Buffer> | ArchiveEntry[],
  limits: Partial<ImportLimits> = {},
) => importFrom({ '/a.zip': zipOf(entries) }, 'zip', '/a.zip', limits)

const summary = `# Table of contents

* [Introduction](README.md)
* [With \\(parens\\)](01\\_intro.md "In short")
* [Spaces](<with space.md>)
* [Percent](with%20percent.md#there)
* [Loose](loose file.md)
* [Missing](missing.md)

## Guides <a href="#how-to" id="how-to"></a>

* A bare label
    * [Deep](guides/)
        - [Deeper](guides/deep.md)
* [Outside](https://example.com/x)
* [Twice](README.md)

***

* [Last](last.md)
`

describe('an archive with a table of contents', () => {
  it('becomes the tree of the table of contents', async () => {
    const content = await importZip({
      'repo-main/SUMMARY.md': summary,
      'repo-main/README.md':
        '---\ndescription: >-\n  Folded\n  text\n---\n\n# Welcome\n\n[deep](guides/deep.md) ![](.gitbook/assets/a%20b.png)\n',
      'repo-main/01_intro.md': 'no heading\n\n# A later heading\n',
      'repo-main/with space.md': '# Spaces!\r\n',
      'repo-main/with percent.md': '---\ntitle: From matter\nlast_reviewed: 2020\n---\ntext',
      'repo-main/loose file.md': '',
      'repo-main/guides/README.md': '# Guides',
      'repo-main/guides/deep.md': '# Deep *down*',
      'repo-main/last.md': '# Last',
      'repo-main/unlisted.md': '# Unlisted',
      'repo-main/.gitbook/assets/a b.png': Buffer.from('89504e470d0a1a0a', 'hex'),
      'repo-main/.gitbook/includes/x.md': '---\ntitle: Be *careful*\n---\n# A heading\r\n',
      'repo-main/.gitbook/includes/see-also....md': '# Not its title\n',
      'repo-main/.gitbook/includes/deeper/y.md': 'elsewhere',
      'repo-main/.gitbook/includes/notes.txt': 'no text of a page',
      'repo-main/.git/config': 'secret',
      '__MACOSX/._x': 'junk',
    })
    expect(outline(content.pages)).toEqual([
      'Welcome <README.md>',
      'With (parens) <01_intro.md>',
      'Spaces! <with space.md>',
      'From matter <with percent.md>',
      'Loose <loose file.md>',
      'Guides [group]',
      '  A bare label',
      '    Guides <guides/README.md>',
      '      Deep down <guides/deep.md>',
      '  Outside [link]',
      'Last <last.md>',
    ])
    const [welcome, parens, , , , group] = content.pages
    expect(welcome).toMatchObject({ description: 'Folded text', slug: 'welcome' })
    expect(welcome?.markdown).toMatch(/^---\ndescription: >-/)
    expect(parens).toMatchObject({ linkTitle: 'In short', slug: '01_intro' })
    expect(group).toMatchObject({ slug: 'how-to', pages: [{}, { url: 'https://example.com/x' }] })
    expect(content.files.map(({ path, name, contentType }) => ({ path, name, contentType }))).toEqual([
      { path: '.gitbook/assets/a b.png', name: 'a b.png', contentType: 'application/octet-stream' },
    ])
    expect(content.skipped.map(({ path }) => path).sort()).toEqual(
      [
        '.git/config',
        '.gitbook/includes/notes.txt',
        'README.md',
        '__MACOSX/._x',
        'missing.md',
        'unlisted.md',
      ].sort(),
    )
    expect(content.reusables).toMatchObject([
      {
        title: 'Be *careful*',
        markdown: '---\ntitle: Be *careful*\n---\n# A heading\r\n',
        path: '.gitbook/includes/x.md',
      },
      { title: 'See also...', markdown: '# Not its title\n', path: '.gitbook/includes/see-also....md' },
      { title: 'Y', markdown: 'elsewhere', path: '.gitbook/includes/deeper/y.md' },
    ])
    expect(importCounts(content)).toEqual({ importedResources: 15, totalResources: 21 })
  })

  it('reports the include whose front matter cannot be parsed, or that is not text', async () => {
    for (const bad of ['---\ntitle: [\n---\n', Buffer.from([0xff, 0xfe, 0x00])]) {
      const { skipped } = await importZip({ 'README.md': '# A', '.gitbook/includes/x.md': bad })
      expect(skipped.map(({ path }) => path)).toEqual(['.gitbook/includes/x.md'])
    }
  })

  it('keeps the place of a page that cannot be used if it has others below it', async () => {
    const { pages, skipped } = await importZip({
      'SUMMARY.md': '* [Home](README.md)\n* [Guide](guide.md)\n  * [Step](step.md)\n* [Bad](bad.md)\n',
      'README.md': '# Home',
      'guide.md': '---\na: b: c\n---\n',
      'step.md': '# Step',
      'bad.md': Buffer.from([0xff]),
    })
    expect(outline(pages)).toEqual(['Home <README.md>', 'Guide', '  Step <step.md>'])
    expect(skipped).toMatchObject([{ path: 'guide.md', line: 2 }, { path: 'bad.md' }])
  })

  it('sets the variables of its file for them', async () => {
    const { variables } = await importZip({ 'README.md': '# A', '.gitbook/vars.yaml': 'product: Quire\n' })
    expect(variables).toEqual({ product: 'Quire' })
  })

  it('without content in the root of its settings is rejected', async () => {
    const refusal = await refusalOf(importZip({ '.gitbook.yaml': 'root: docs\n', 'README.md': '# A' }))
    expect(refusal).toEqual({
      about: '.gitbook.yaml',
      reason: 'The archive has no content in docs, which is the root in its settings.',
    })
  })

  it('of files alone keeps their folder', async () => {
    const { files } = await importZip({ 'logos/a.txt': 'a', 'logos/b.txt': 'b' })
    expect(files.map(({ path }) => path)).toEqual(['logos/a.txt', 'logos/b.txt'])
  })

  it('may have control characters in its texts, except NUL', async () => {
    const { pages } = await importZip({ 'README.md': '# A\n\nescape \u001b and backspace \u0008\n' })
    expect(pages[0]?.markdown).toContain('\u001b and backspace \u0008')
  })

  it('can have its content in a folder from its settings', async () => {
    const content = await importZip({
      '.gitbook.yaml': 'root: ./docs/\nstructure:\n  summary: ./toc.md\n',
      'README.md': '# Outside',
      'docs/toc.md': '* [One](one.md)\n* [Up](../README.md)\n',
      'docs/one.md': '# One',
    })
    expect(outline(content.pages)).toEqual(['One <docs/one.md>'])
    expect(content.skipped.map(({ path }) => path)).toEqual(['README.md'])
  })
})

describe('an archive without a table of contents', () => {
  it('becomes the tree of its folders', async () => {
    const content = await importZip({
      'README.md': '# Home',
      'b.md': 'b',
      '10-later.md': 'later',
      '2-sooner.html': '<title>Sooner</title><p>Hi <img src="img/x.png"></p>',
      'guide/index.md': '# Guide',
      'guide/step-one.md': 'x',
      'setup.md': '# Set up',
      'setup/linux.md': '# Linux',
      'plain/a.md': '# A',
      'v1.2_old/release_notes.md': '# Notes',
    })
    expect(outline(content.pages)).toEqual([
      'Home <README.md>',
      'Sooner <2-sooner.html>',
      'Later <10-later.md>',
      'B <b.md>',
      'Guide <guide/index.md>',
      '  Step one <guide/step-one.md>',
      'Plain',
      '  A <plain/a.md>',
      'Set up <setup.md>',
      '  Linux <setup/linux.md>',
      'V1.2 old',
      '  Notes <v1.2_old/release_notes.md>',
    ])
    expect(content.pages.at(-1)).toMatchObject({ slug: 'v1.2_old', pages: [{ slug: 'release_notes' }] })
    expect(content.pages[1]?.markdown).toBe('# Sooner\n\nHi ![](img/x.png)\n')
  })
})

const bad = (entry: Partial<ArchiveEntry>): ArchiveEntry[] => [
  { name: 'README.md', content: '# Good' },
  { name: 'bad.md', content: 'x', ...entry },
]

describe('a file of an archive is skipped, and the rest imported', () => {
  it.each([
    ['a dot in the path', bad({ name: 'a/./b.md' }), /plain path/],
    ['a control character in the name', bad({ name: 'a\u0001.md' }), /control characters/],
    ['a symbolic link', bad({ mode: 0o120777 }), /link or a device/],
    ['a device', bad({ mode: 0o060644 }), /link or a device/],
    ['an encrypted file', bad({ isEncrypted: true }), /encrypted/],
    ['an unknown compression', bad({ method: 14 }), /compression is not supported/],
    ['a wrong checksum', bad({ claimedSum: 1 }), /checksum/],
    ['the same name twice', bad({ name: 'README.md' }), /twice/],
    ['too many folders within each other', bad({ name: `${'a/'.repeat(40)}b.md` }), /folders deep/],
    ['broken front matter', bad({ content: '---\na: b: c\n---\n' }), /The front matter, line 2: /],
    ['a page that is not text', bad({ content: Buffer.from([255, 0, 1]) }), /not UTF-8 text/],
    ['more bytes than its header claims', bad({ content: 'x'.repeat(1000), claimedSize: 10 }), /damaged/],
    ['fewer bytes than its header claims', bad({ content: 'x'.repeat(10), claimedSize: 1000 }), /damaged/],
    ['a claim of no bytes', bad({ content: 'x', claimedSize: 0 }), /damaged/],
  ])('for %s', async (_why, entries, reason) => {
    const { pages, skipped } = await importZip(entries)
    expect(outline(pages)).toEqual(['Good <README.md>'])
    expect(skipped).toEqual([
      expect.objectContaining({
        path: entries[1]?.name.replace('\u0001', '\ufffd'),
        reason: expect.stringMatching(reason),
      }),
    ])
  })

  it('for its size', async () => {
    const entries = { 'README.md': '# Good', 'big.md': 'x'.repeat(101), 'big.bin': 'y'.repeat(201) }
    const { skipped } = await importZip(entries, { pageBytes: 100, fileBytes: 200 })
    expect(skipped.map(({ path }) => path)).toEqual(['big.bin', 'big.md'])
  })
})

describe('an archive is rejected', () => {
  it.each([
    ['a path that climbs', bad({ name: '../../etc/passwd' })],
    ['a path that climbs midway', bad({ name: 'a/../../b.md' })],
    ['an absolute path', bad({ name: '/etc/passwd' })],
    ['a path with a drive', bad({ name: 'C:/x.md' })],
    ['a path with backslashes', bad({ name: '..\\x.md' })],
  ])('for %s', async (_why, entries) => {
    const refusal = await refusalOf(importZip(entries))
    expect(refusal.reason).toMatch(/outside the archive/)
    expect(refusal.about).toBe(entries[1]?.name)
  })

  it('for unpacking to far more than its size', async () => {
    const entries = [{ name: 'bomb.bin', content: Buffer.alloc(8_000_000) }]
    expect(await refusalOf(importZip(entries))).toEqual({
      about: 'bomb.bin',
      reason: 'bomb.bin unpacks to far more than its compressed size.',
    })
  })

  it('for unpacking to more than its headers claim', async () => {
    const entries = [{ name: 'bomb.bin', content: Buffer.alloc(500_000), claimedSize: 10 }]
    expect((await refusalOf(importZip(entries))).reason).toMatch(/damaged/)
  })

  it('for the total size of its files', async () => {
    const noise = (seed: number) =>
      Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * index * seed) % 251))
    const entries = { 'a.bin': noise(3), 'b.bin': noise(7), 'c.bin': noise(11) }
    expect(await refusalOf(importZip(entries, { archiveBytes: 8000 }))).toMatchObject({ about: 'c.bin' })
    expect((await importZip(entries, { archiveBytes: 9000, fileBytes: 3000 })).files).toHaveLength(3)
  })

  it('for too many files', async () => {
    expect((await refusalOf(importZip({ a: '', b: '', c: '' }, { archiveFiles: 2 }))).reason).toMatch(
      /more than 2 files/,
    )
  })

  it('for not being an archive, or being incomplete', async () => {
    const archive = zipOf({ 'a.md': '# A' })
    for (const body of [
      Buffer.from('not a zip'),
      archive.subarray(0, archive.length - 30),
      Buffer.alloc(0),
    ]) {
      expect((await refusalOf(importFrom({ '/x': body }, 'zip', '/x'))).reason).toMatch(
        /damaged or not a zip/,
      )
    }
  })

  it('for being empty', async () => {
    expect((await refusalOf(importZip({ '.DS_Store': 'x' }))).reason).toMatch(/nothing/)
  })
})
