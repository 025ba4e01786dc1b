import { describe, expect, it } from 'vitest'
import {
  type ImageSource,
  imageFrom,
  sourceOfImage,
} from '../../src/console/app/editor/forms/image-source.ts'
import { fieldsIn, withFields, wrongVariables } from '../../src/console/app/editor/front-matter-fields.ts'
import { documentFromMarkdown } from '../../src/modules/documents/index.ts'
import { pageMetadata } from '../../src/modules/page-metadata/metadata.ts'

const nothing: ImageSource = { address: '/files/a', alt: '', caption: '', width: '', dark: '' }

describe('the form of an image', () => {
  it('writes what sites show: alternative text, caption, width and the variant of dark pages', () => {
    const all = {
      address: '/files/a b',
      alt: 'A "b" [c]',
      caption: 'Is <d> & "e"',
      width: '50%',
      dark: '/files/d',
    }
    for (const image of [
      nothing,
      { ...nothing, alt: 'x ] \\ y', caption: 'a "quoted" caption' },
      { ...nothing, width: '300' },
      { ...nothing, dark: '/files/d', alt: 'Both' },
      { ...all, width: '', dark: '' },
      all,
    ]) {
      const source = sourceOfImage(image)
      expect(imageFrom(source), source).toEqual(image)
      const [block] = documentFromMarkdown(`Before\n\n${source}\n`).nodes.slice(1)
      expect(block?.type, source).toBe('images')
      const [shown] = block?.type === 'images' ? block.nodes : []
      expect(shown?.data.alt ?? '').toBe(image.alt)
      expect(shown?.data.width ?? '').toBe(image.width)
      expect(shown?.data.refDark !== undefined).toBe(image.dark !== '')
      expect(JSON.stringify(shown?.fragments ?? [])).toContain(JSON.stringify(image.caption).slice(1, -1))
    }
  })

  it('reads the forms that repositories have, and leaves what it does not know as its source', () => {
    expect(imageFrom('![A](a.png "B")')).toEqual({ ...nothing, address: 'a.png', alt: 'A', caption: 'B' })
    expect(
      imageFrom(
        '<figure><img src="a.png" alt="" width="375"><figcaption><p>Text &amp; more</p></figcaption></figure>',
      ),
    ).toEqual({ ...nothing, address: 'a.png', width: '375', caption: 'Text & more' })
    for (const other of [
      '[![A](a.png)](b.md)',
      '![A](a.png) ![B](b.png)',
      '<figure><img src="a.png" data-size="line"></figure>',
      '<figure><a href="b.md"><img src="a.png"></a></figure>',
      '<figure><img src="a.png"><figcaption><p>A <a href="b.md">link</a></p></figcaption></figure>',
      'Text',
    ])
      expect(imageFrom(other), other).toBeUndefined()
  })
})

describe('the form of front matter', () => {
  const page = '---\n# A comment\ntitle:  Two  spaces \nvars:\n  plan: pro\n  count: 3\n---\n\n# Text\n'

  it('shows what the server reads, and keeps all other lines', () => {
    expect(fieldsIn(page)).toEqual({
      cover: '',
      layout: { width: 'default', coverSize: 'hero', hidden: [] },
      variables: 'plan: pro\ncount: 3',
    })
    const next = withFields(page, {
      cover: '/files/a: b.png',
      layout: { width: 'wide', coverSize: 'full', hidden: ['outline', 'title'] },
      variables: 'plan: "free" # not a comment\nyes = true',
    })
    expect(next).toContain('---\n# A comment\ntitle:  Two  spaces \n')
    expect(next.endsWith('---\n\n# Text\n')).toBe(true)
    const { metadata, error } = pageMetadata(next)
    expect(error).toBeUndefined()
    expect(metadata).toMatchObject({
      cover: '/files/a: b.png',
      layout: { width: 'wide', coverSize: 'full', outline: false, title: false },
      variables: { plan: '"free" # not a comment', yes: 'true' },
    })
    expect(fieldsIn(next)).toMatchObject({
      cover: '/files/a: b.png',
      layout: { width: 'wide', coverSize: 'full', hidden: ['title', 'outline'] },
    })
  })

  it('adds front matter to a text without any, and removes what is empty', () => {
    const added = withFields('Text\r\n', { cover: 'a.png' })
    expect(added).toBe('---\r\ncover: a.png\r\n---\r\n\r\nText\r\n')
    expect(withFields(added, { cover: '' })).toBe('Text\r\n')
  })

  it('leaves what is written in other ways to the text', () => {
    for (const frontMatter of ['cover: &a b.png', 'cover: |\n  a.png', 'cover: {a: b}', 'cover: a.png # why'])
      expect(fieldsIn(`---\n${frontMatter}\n---\n`).cover, frontMatter).toBeNull()
    expect(fieldsIn('---\nlayout: {width: wide}\n---\n').layout).toBeNull()
    expect(fieldsIn('---\nvars:\n  - a\n---\n').variables).toBeNull()
    expect(fieldsIn('---\nvars:\n  a:\n    b: c\n---\n').variables).toBeNull()
    expect(wrongVariables('a: b\n\nno variable\n1: x')).toEqual(['no variable', '1: x'])
  })
})
