import { describe, expect, it } from 'vitest'
import { isFormerSlug, slugOf, slugOfName, slugOfSegment } from '../../src/core/slugs.ts'
import { documentFromMarkdown, formerAnchors } from '../../src/modules/documents/index.ts'
import { outlineOf } from '../../src/modules/git/exporting/outline.ts'
import { rendered } from '../publishing/rendering/samples.ts'

describe('slugs', () => {
  it('of titles and names read & as a word; segments of paths are kept', () => {
    expect(['Tips & Tricks', 'R&D', '&', 'A &amp; B'].map(slugOf)).toEqual([
      'tips-and-tricks',
      'r-and-d',
      'and',
      'a-and-amp-b',
    ])
    expect(slugOfName('Tips & Tricks')).toBe('tips-and-tricks')
    expect(slugOfSegment('tips&tricks')).toBe('tips-tricks')
  })

  it('that were made before are recognized, so that they are neither kept by an import nor written by an export', () => {
    expect(isFormerSlug('tips-tricks', 'Tips & Tricks')).toBe(true)
    expect(isFormerSlug('v1.2-r-d', 'v1.2 R&D')).toBe(true)
    expect(isFormerSlug('v1-2-r-d', 'v1.2 R&D')).toBe(true)
    expect(isFormerSlug('chosen', 'Tips & Tricks')).toBe(false)
    expect(isFormerSlug('tips', 'Tips')).toBe(false)
    const page = { type: 'group' as const, title: 'Tips & Tricks', parent: null, createdAt: '' }
    const slugs = ['tips-tricks', 'chosen'].map((slug) => {
      const tree = [{ id: 'pag_a', page: { ...page, slug }, pages: [] }]
      return outlineOf(tree as unknown as Parameters<typeof outlineOf>[0], new Map())[0]?.slug
    })
    expect(slugs).toEqual(['tips-and-tricks', 'chosen'])
  })
})

const anchorsOf = (markdown: string) =>
  documentFromMarkdown(markdown).nodes.flatMap((node) => ('meta' in node ? [node.meta.id] : []))

describe('anchors', () => {
  it.each([
    ['read & as a word', '## Tips & Tricks', ['tips-and-tricks']],
    ['begin with id- before a digit and keep dots', '## 4. Set up', ['id-4.-set-up']],
    [
      'are the text of headings in any script',
      '## 日本語\n\n## ガイド 2\n\n## Привет, мир',
      ['日本語', 'ガイド-2', 'привет-мир'],
    ],
    ['are numbered if headings are the same', '## 설치\n\n## 설치', ['설치', '설치-1']],
    ['leave out accents of Latin letters only', '## Über Çà\n\n## हिन्दी', ['uber-ca', 'हिन्दी']],
    ['can be chosen in any script', '## Title <a href="#導入" id="導入"></a>', ['導入']],
    ['of headings without words have a name', '## ***!***', ['section']],
  ])('%s', (_, markdown, anchors) => {
    expect(anchorsOf(markdown)).toEqual(anchors)
  })

  it('that headings had before still lead to them, unless another heading has them', () => {
    const markdown = '## 日本語\n\n## 4. Set up\n\n## 設定\n\n## Tips & Tricks\n\n## Section-1\n\n## Same'
    expect([...formerAnchors(documentFromMarkdown(markdown))]).toEqual([
      ['日本語', 'section'],
      ['id-4.-set-up', '4.-set-up'],
      ['tips-and-tricks', 'tips-tricks'],
      ['section-1', 'section-1-1'],
    ])
    const { html } = rendered(markdown)
    for (const id of ['id-4.-set-up', '4.-set-up', '日本語', 'section', 'section-1', 'same'])
      expect(html.split(`id="${id}"`)).toHaveLength(2)
  })

  it('of the titles of expandable content are found as they were before as well', () => {
    const { html } = rendered('<details>\n\n<summary>1. Why?</summary>\n\na\n\n</details>')
    expect(html).toContain('id="id-1.-why"')
    expect(html).toContain('id="1.-why"')
  })
})
