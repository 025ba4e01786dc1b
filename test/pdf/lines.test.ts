import PDFDocument from 'pdfkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { breakLines, longestWord, plainSpan, type Span } from '../../src/modules/pdf/drawing/lines.ts'
import { Fonts } from '../../src/modules/pdf/fonts/fonts.ts'

const SIZE = 10
const WIDE = 10_000
let fonts: Fonts

beforeAll(async () => {
  fonts = new Fonts(new PDFDocument(), undefined)
  await fonts.prepare('abcdefghijklmnopqrstuvwxyz /-.漢字。（אב👋🏽')
})

const spanOf = (text: string, style: Partial<Span> = {}): Span => ({ ...plainSpan, ...style, text })
const spansOf = (given: string | Span[]) => (typeof given === 'string' ? [spanOf(given)] : given)
const widthOf = (given: string | Span[]) => breakLines(spansOf(given), WIDE, SIZE, fonts)[0]?.width ?? 0
const textsOf = (given: string | Span[], width: number) =>
  breakLines(spansOf(given), width, SIZE, fonts).map(({ pieces }) => pieces.map(({ text }) => text).join(''))

describe('lines', () => {
  it.each(['word', 'two words', 'one, two and three'])('contain exactly what fits: %s', (text) => {
    expect(textsOf(text, widthOf(text))).toEqual([text])
    expect(textsOf(text, widthOf(text) - 0.001).length).toBeGreaterThan(1)
  })

  it('end before the word that does not fit, without the space', () => {
    const lines = breakLines([spanOf('aaa bbb ccc')], widthOf('aaa bbb') + 1, SIZE, fonts)
    expect(lines.map(({ pieces }) => pieces.map(({ text }) => text).join(''))).toEqual(['aaa bbb', 'ccc'])
    expect(lines[0]?.width).toBe(widthOf('aaa bbb'))
    expect(lines[1]?.width).toBe(widthOf('ccc'))
  })

  it('begin with a space only at the start of the text', () => {
    expect(textsOf(' aaa', WIDE)).toEqual([' aaa'])
    expect(textsOf('aaa\n bbb', WIDE)).toEqual(['aaa', 'bbb'])
  })

  it('have emoji without the colour of their skin, because they are drawn in one colour', () => {
    expect(textsOf('a👋🏽b', WIDE)).toEqual(['a👋b'])
  })

  it('end where the text breaks, and can be empty', () => {
    expect(textsOf('a\n\nb', WIDE)).toEqual(['a', '', 'b'])
    expect(textsOf('a\n', WIDE)).toEqual(['a'])
    expect(textsOf('', WIDE)).toEqual([''])
  })

  it('treat a word over several spans as one', () => {
    const spans = [spanOf('aa b'), spanOf('b', { isBold: true }), spanOf('b')]
    const width = widthOf('aa b') + widthOf([spanOf('b', { isBold: true })]) + 0.1
    expect(textsOf(spans, width)).toEqual(['aa', 'bbb'])
  })

  it('break a word that is longer than a line, preferably in its second half', () => {
    expect(textsOf('aaaaaa/bbbb', widthOf('aaaaaa/bb'))).toEqual(['aaaaaa/', 'bbbb'])
    expect(textsOf('a/bbbbbbbbbb', widthOf('a/bbbbbb'))).toEqual(['a/bbbbbb', 'bbbb'])
    expect(textsOf('aaaa-bbbb-cccc', widthOf('aaaa-bbbb-c'))).toEqual(['aaaa-bbbb-', 'cccc'])
    expect(textsOf('abcdef', widthOf('abcd'))).toEqual(['abcd', 'ef'])
  })

  it('move the next span of a long word to the next line if it cannot be broken well, but break code anywhere', () => {
    const word = (isCode: boolean) => [spanOf('aa', { isCode }), spanOf('cccccccc', { isCode })]
    const code = [spanOf('aacccc', { isCode: true })]
    expect(textsOf(word(false), widthOf('cccccccc'))).toEqual(['aa', 'cccccccc'])
    expect(textsOf(word(true), widthOf(code))).toEqual(['aacccc', 'cccc'])
    expect(textsOf([spanOf('aa'), spanOf('cc-cccccc')], widthOf('aacc-cc'))).toEqual(['aacc-', 'cccccc'])
  })

  it('contain at least one character each, however narrow', () => {
    expect(textsOf('abc', 0.1)).toEqual(['a', 'b', 'c'])
  })

  it('of Han text break anywhere except before closing and after opening punctuation', () => {
    expect(textsOf('漢字漢', widthOf('漢字'))).toEqual(['漢字', '漢'])
    expect(textsOf('漢字。漢', widthOf('漢字'))).toEqual(['漢', '字。', '漢'])
    expect(textsOf('漢（字', widthOf('漢（'))).toEqual(['漢', '（字'])
  })

  it('have the direction of the text, and the order of its parts', () => {
    const [line] = breakLines([spanOf('אב abc')], WIDE, SIZE, fonts)
    expect(line?.isRightToLeft).toBe(true)
    expect(line?.pieces[0]?.text.trim()).toBe('abc')
    expect(breakLines([spanOf('abc אב')], WIDE, SIZE, fonts)[0]?.isRightToLeft).toBe(false)
  })

  it('have one part for adjacent text of one span, and one for each other span', () => {
    const piecesOf = (spans: Span[]) => breakLines(spans, WIDE, SIZE, fonts)[0]?.pieces ?? []
    const pieces = piecesOf([spanOf('a b c')])
    expect(pieces.map(({ text }) => text)).toEqual(['a b c'])
    expect(pieces[0]?.width).toBeCloseTo(widthOf('a b c'))
    expect(piecesOf([spanOf('a '), spanOf('b')]).map(({ text }) => text)).toEqual(['a ', 'b'])
  })

  it('have smaller letters for superscript and for code', () => {
    const sizeOf = (style: Partial<Span>) =>
      breakLines([spanOf('a', style)], WIDE, SIZE, fonts)[0]?.pieces[0]?.size
    expect(sizeOf({})).toBe(10)
    expect(sizeOf({ isRaised: true })).toBe(7)
    expect(sizeOf({ isCode: true })).toBe(9)
    expect(sizeOf({ isCode: true, isRaised: true })).toBe(7)
    expect(widthOf([spanOf('a', { isRaised: true })])).toBeCloseTo(widthOf('a') * 0.7)
  })

  it('have images at most as high as letters, with their aspect ratio, each like a word', () => {
    const picture = (width: number, height: number) =>
      spanOf('', { picture: { width, height, image: Buffer.alloc(0) } })
    const [tall] = breakLines([picture(40, 20)], WIDE, SIZE, fonts)[0]?.pieces ?? []
    expect(tall).toMatchObject({ size: 13, width: 26 })
    const [low] = breakLines([picture(40, 5)], WIDE, SIZE, fonts)[0]?.pieces ?? []
    expect(low).toMatchObject({ size: 5, width: 40 })
    expect(breakLines([spanOf('aa'), picture(40, 20), spanOf('bb')], 30, SIZE, fonts)).toHaveLength(3)
  })
})

describe('the longest word', () => {
  it('is the longest part that cannot be broken, across spans', () => {
    const longest = (given: string | Span[]) => longestWord(spansOf(given), SIZE, fonts)
    expect(longest('aa bbbb c')).toBeCloseTo(widthOf('bbbb'))
    expect(longest('bbbb aa')).toBeCloseTo(widthOf('bbbb'))
    expect(longest([spanOf('aa'), spanOf('bb')])).toBeCloseTo(widthOf('aabb'))
    expect(longest('aa\nbb')).toBeCloseTo(Math.max(widthOf('aa'), widthOf('bb')))
    expect(longest('漢字')).toBeCloseTo(widthOf('漢'))
    expect(longest('')).toBe(0)
  })
})
