import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFrontMatter } from '../../../src/modules/documents/source/front-matter.ts'
import { splitSource } from '../../../src/modules/documents/source/split-source.ts'
import { pageMetadata } from '../../../src/modules/page-metadata/metadata.ts'
import { FrontMatterError, patchFrontMatter } from '../../../src/modules/page-metadata/patch-front-matter.ts'
import { patchTitle, titleHeading } from '../../../src/modules/page-metadata/title.ts'
import { mergeFrontMatter } from '../../../src/modules/text-merge/front-matter.ts'

const page = `---
# kept by hand
description: >-
  folded text
  over lines

icon: star   # shown in the sidebar
empty:
"quoted key": 'single'
layout:
  width: wide # for tables
  cover:
    visible: true

  # about the title
  title: {visible: false}
vars: {a: "1", b: 2}
---

# Title

text
`

describe('the source of a page', () => {
  it('is split at its fences', () => {
    expect(splitSource('---\na: 1\n---\n\nbody\n')).toEqual({
      frontMatter: 'a: 1\n',
      body: '\nbody\n',
      bodyStart: 13,
    })
    expect(splitSource('\uFEFF---\r\na: 1\r\n--- \r\nbody')).toEqual({
      frontMatter: 'a: 1\r\n',
      body: 'body',
      bodyStart: 18,
    })
    expect(splitSource('---\n---\n')).toEqual({ frontMatter: '', body: '', bodyStart: 8 })
  })

  it('without closed fences at the very beginning has no front matter', () => {
    for (const source of ['', 'text\n---\na: 1\n---\n', '---\na: 1\n', '----\na: 1\n----\n'])
      expect(splitSource(source)).toEqual({ frontMatter: null, body: source, bodyStart: 0 })
  })
})

describe('front matter', () => {
  it.each([
    ['an unquoted colon', 'a: 1\ndescription: one: two\n', 2],
    ['a key given twice', 'a: 1\nb: 2\na: 3\n', 3],
    ['a list', '- a\n', 1],
    ['a text', 'just words\n', 1],
    [
      'an alias bomb',
      `a: &a [${'x,'.repeat(20)}]\nb: &b [${'*a,'.repeat(20)}]\nc: [${'*b,'.repeat(20)}]\n`,
      1,
    ],
    ['brackets without end', `a: ${'['.repeat(9_000)}\n`, 1],
    ['marks without end', `${'- '.repeat(8_000)}\n`, 1],
    ['more than a page needs', `a: ${'x'.repeat(70_000)}\n`, 1],
  ])('with %s is rejected with its line', (_, text, line) => {
    const read = readFrontMatter(text)
    expect(read).toMatchObject({ error: { line } })
    expect(JSON.stringify(read).length).toBeLessThan(200)
  })

  it('is patched in place: comments, order, quoting and the rest stay', () => {
    const patched = patchFrontMatter(page, {
      icon: 'moon',
      empty: 'no more',
      'quoted key': "it's",
      layout: {
        width: 'default',
        cover: { visible: true },
        title: { visible: false },
        outline: { visible: false },
      },
      added: 'a: b',
    })
    expect(patched).toBe(
      page
        .replace('star', 'moon')
        .replace('empty:', 'empty: no more')
        .replace("'single'", "'it''s'")
        .replace('width: wide', 'width: default')
        .replace('title: {visible: false}\n', 'title: {visible: false}\n  outline:\n    visible: false\n')
        .replace('b: 2}\n', 'b: 2}\nadded: "a: b"\n'),
    )
  })

  it('loses only the lines of a key that is removed', () => {
    expect(patchFrontMatter(page, { icon: undefined, 'not there': undefined })).toBe(
      page.replace('icon: star   # shown in the sidebar\n', ''),
    )
  })

  it('is added with its first key and removed with its last', () => {
    expect(patchFrontMatter('# T\n', { icon: 'a' })).toBe('---\nicon: a\n---\n\n# T\n')
    expect(patchFrontMatter('---\nicon: a\n---\n\n# T\n', { icon: undefined })).toBe('# T\n')
    expect(patchFrontMatter('# T\r\n', { icon: 'a' })).toBe('---\r\nicon: a\r\n---\r\n\r\n# T\r\n')
  })

  it('that cannot be parsed is not patched', () => {
    expect(() => patchFrontMatter('---\na: b: c\n---\n', { a: 1 })).toThrow(FrontMatterError)
  })

  it('has the patched values after any patch, and the same bytes without one', () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string(), { maxLength: 2 }))
    const key = fc.constantFrom('description', 'icon', 'empty', 'quoted key', 'layout', 'vars', 'new', 'x y')
    const changes = fc.dictionary(
      key,
      fc.oneof(value, fc.constant(undefined), fc.dictionary(fc.constantFrom('width', 'title', 'z'), value)),
    )
    fc.assert(
      fc.property(changes, (asked) => {
        const patched = patchFrontMatter(page, asked)
        const { frontMatter, body } = splitSource(patched)
        const before = readFrontMatter(splitSource(page).frontMatter ?? '')
        const wanted = { ...('values' in before ? before.values : {}), ...asked }
        expect(readFrontMatter(frontMatter ?? '')).toEqual({ values: JSON.parse(JSON.stringify(wanted)) })
        if (frontMatter !== null) expect(body).toBe('\n# Title\n\ntext\n')
        expect(patchFrontMatter(patched, asked)).toBe(patched)
      }),
      { numRuns: 400 },
    )
  })
})

describe('a merge of front matter', () => {
  it('keeps the bytes of the side that changed it', () => {
    const [one, other] = ['a:   1\n', "a:   '2' # two\n"]
    expect(mergeFrontMatter(one, other, one)).toEqual({ text: other, conflicts: [] })
    expect(mergeFrontMatter(one, one, other)).toEqual({ text: other, conflicts: [] })
    expect(mergeFrontMatter(one, null, one)).toEqual({ text: null, conflicts: [] })
  })

  it('is merged key by key, within maps too, symmetrically', () => {
    const base = 'icon: a\nlayout:\n  width: wide\n  outline:\n    visible: true\n'
    const one = base.replace('wide', 'default').replace('icon: a', 'icon: b')
    const other = base.replace('true', 'false')
    const merged = { text: one.replace('true', 'false'), conflicts: [] }
    expect(mergeFrontMatter(base, one, other)).toEqual(merged)
    expect(mergeFrontMatter(base, other, one)).toEqual(merged)
  })

  it('lists the keys that both set differently, and keeps those of the change request', () => {
    expect(mergeFrontMatter('vars:\n  a: x\n', 'vars:\n  a: p\n', 'vars:\n  a: c\n')).toEqual({
      text: 'vars:\n  a: c\n',
      conflicts: [{ path: ['vars', 'a'], base: 'x', primary: 'p', changed: 'c' }],
    })
  })

  it('does not change front matter that cannot be parsed', () => {
    const merged = mergeFrontMatter('a: 1\n', 'a: b: c\n', 'a: 2\n')
    expect(merged).toMatchObject({ text: 'a: 2\n', conflicts: [{ path: [] }] })
  })
})

describe('the metadata in a source', () => {
  it('is read from front matter', () => {
    const source = `---
title: The stated title
description: About
icon: star
hidden: true
noIndex: yes
if: visitor.claims.beta
vars: {a: 1, b: two}
cover: ../assets/c.png
coverY: -12
coverHeight: 300
layout:
  width: wide
  cover: {visible: true, size: hero}
  outline: {visible: false}
  tags: {visible: true}
last_reviewed: 2026-01-01
---

# Another title
`
    expect(pageMetadata(source)).toEqual({
      metadata: {
        title: 'The stated title',
        description: 'About',
        icon: 'star',
        hidden: true,
        condition: 'visitor.claims.beta',
        variables: { a: '1', b: 'two' },
        cover: '../assets/c.png',
        coverY: -12,
        coverHeight: 300,
        layout: { width: 'wide', coverSize: 'hero', cover: true, outline: false },
      },
    })
  })

  it.each([
    [
      'a heading that is the first block',
      '# A *real* title `x` <a href="#a" id="a"></a>\n',
      'A real title x',
    ],
    ['a heading below a comment', '<!-- lint off -->\n\n# Title\n', 'Title'],
    ['no heading below text', 'Some words.\n\n# Later\n', undefined],
    ['no heading below another heading', '## First\n\n# Later\n', undefined],
  ])('has the title of %s', (_, source, title) => {
    expect(pageMetadata(source).metadata.title).toBe(title)
  })

  it('is only the title if front matter cannot be parsed, with the line of the source', () => {
    expect(pageMetadata('---\na: 1\nb: c: d\n---\n# T\n')).toMatchObject({
      metadata: { title: 'T' },
      error: { line: 3 },
    })
  })
})

describe('the title in a source', () => {
  it.each([
    ['# Old\n\ntext\n', '# New\n\ntext\n'],
    ['---\na: 1\n---\n\n#   Old  #\n', '---\na: 1\n---\n\n#   New  #\n'],
    ['Old\n===\n\ntext\n', 'New\n===\n\ntext\n'],
    ['# Old <a href="#x" id="x"></a>\r\n', '# New <a href="#x" id="x"></a>\r\n'],
    ['---\ntitle: Old\n---\n\n# Old\n', '---\ntitle: New\n---\n\n# New\n'],
    ['---\ntitle: Old\n---\n\n# Other\n', '---\ntitle: New\n---\n\n# Other\n'],
    ['intro\n\n# Old\n', 'intro\n\n# Old\n'],
    ['#\n\ntext\n', '# New\n\ntext\n'],
    ['```\n# code\n```\n', '```\n# code\n```\n'],
    ['## Old\n', '## Old\n'],
    ['', ''],
  ])('of %j is replaced in place', (source, patched) => {
    expect(patchTitle(source, 'New')).toBe(patched)
  })

  it.each([
    ['# Guide {% if visitor.claims.beta %}for testers{% endif %}\n', 'Guide'],
    ['# {% if a %}x {% if b %}y{% endif %} z{% endif %}Guide\n', 'Guide'],
    ['# Guide {% if a %}for testers\n', 'Guide'],
    ['# {% if a %}Secret{% endif %}\n', undefined],
    ['---\ntitle: Guide {% if a %}for testers{% endif %}\n---\nText\n', 'Guide'],
    ['# The tag {% hint %}\n', 'The tag {% hint %}'],
  ])('does not contain text of a condition: %j', (source, title) => {
    expect(pageMetadata(source).metadata.title).toBe(title)
  })

  it('keeps text of a condition out of the description', () => {
    const source = '---\ndescription: For all{% if a %} testers{% endif %}\n---\n'
    expect(pageMetadata(source).metadata.description).toBe('For all')
  })

  it('is parsed to the value that was set', () => {
    const title = fc
      .string({ minLength: 1 })
      .map((text) => text.replace(/\s+/g, ' ').trim())
      .filter((text) => text !== '')
    fc.assert(
      fc.property(title, fc.constantFrom('# Old\n\ntext\n', 'Old\n===\n\ntext\n'), (text, source) => {
        expect(titleHeading(patchTitle(source, text))?.title).toBe(text)
        expect(patchTitle(source, text).endsWith('\n\ntext\n')).toBe(true)
      }),
      { numRuns: 400 },
    )
  })

  it('is found in a heading of words alone as the parser finds it', () => {
    const words = fc.string({ unit: fc.constantFrom(..."aZé0 ,()'’/-日#*`._"), maxLength: 12 })
    fc.assert(
      fc.property(words, (text) => {
        const source = `# ${text}`
        // Behind a comment, the heading is parsed.
        const above = '<!-- x -->\n\n'
        const parsed = titleHeading(above + source)
        const shift = above.length
        expect(titleHeading(source)).toEqual(
          parsed && {
            title: parsed.title,
            textStart: parsed.textStart - shift,
            textEnd: parsed.textEnd - shift,
            start: parsed.start - shift,
            end: parsed.end - shift,
          },
        )
      }),
      { numRuns: 1_000 },
    )
  })
})
