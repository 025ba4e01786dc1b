import { create, type Font, type GlyphRun } from 'fontkit'
import type PDFDocument from 'pdfkit'
import {
  type FamilyName,
  families,
  fontBytes,
  formulaFontBytes,
  subsetOf,
  type Variant,
} from '../../../platform/fonts/font-files.ts'
import { layOutFormula } from '../formulas/lay-out-formula.ts'
import type { Formula } from '../formulas/marks.ts'
import { formulaFonts } from '../formulas/styles.ts'
import { simpleGlyph } from './simple-glyph.ts'

export interface TextStyle extends Variant {
  isCode: boolean
}

/** A font file at one weight, in one document. */
export interface Face {
  name: string
  /** The family has no italic, so its upright letters are slanted. */
  isSlanted: boolean
  /** For a font size of one point. */
  width(text: string): number
}

interface Run {
  face: Face
  text: string
}

interface Source {
  family: FamilyName
  subset: string
}

const variants: readonly Variant[] = [
  { isBold: false, isItalic: false },
  { isBold: true, isItalic: false },
  { isBold: false, isItalic: true },
  { isBold: true, isItalic: true },
]

const maxLayouts = 4000
const replacement = '\ufffd'
const isEmoji = /\p{Emoji_Presentation}/u
// Every font with one of these has all of them.
const isBasic = /^[\x20-\x7e]+$/
const basicLetter = 0x61
const isControl = /^\p{Cc}$/u
const isFormatting = /^[\p{M}\p{Cf}]$/u
// The emoji font has no skin tones.
const isSkin = /^\p{Emoji_Modifier}$/u
const isVisibleMark = /^(?![\ufe00-\ufe0f])\p{M}$/u

/**
 * The fonts of one document. They are opened for each document: the library remembers which text first used a
 * glyph, so that text copied from the file would depend on earlier documents.
 */
export class Fonts {
  #doc: PDFKit.PDFDocument
  #sources = { text: new Map<number, Source>(), code: new Map<number, Source>() }
  #bytes = new Map<string, Uint8Array>()
  #faces = new Map<string, Face>()
  #probes = new Map<string, Font>()
  #han: FamilyName[]

  constructor(doc: InstanceType<typeof PDFDocument>, language: string | undefined) {
    this.#doc = doc
    this.#han = hanOrder(language?.slice(0, 2).toLowerCase())
  }

  /** Finds and loads the fonts for every character of a text, so that the layout is synchronous. */
  async prepare(text: string): Promise<void> {
    const characters = new Set(`${text}${replacement}•–…☐☑✓ \u00a0`)
    for (const character of characters) {
      const codePoint = character.codePointAt(0) ?? 0
      if (this.#sources.text.has(codePoint)) continue
      const source = await this.#find(codePoint, this.#order('sans', character))
      const code = await this.#find(codePoint, this.#order('mono', character))
      if (source !== undefined) this.#sources.text.set(codePoint, source)
      if (code !== undefined) this.#sources.code.set(codePoint, code)
    }
  }

  /** Loads the fonts of formulas, so that `formula` is synchronous. */
  async prepareFormulas(): Promise<void> {
    if (this.#bytes.has(formulaKey('Main-Regular'))) return
    for (const name of formulaFonts) this.#bytes.set(formulaKey(name), await formulaFontBytes(name))
  }

  /** A formula that is laid out. Null if it is not valid, or if formulas were not prepared. */
  formula(source: string, isDisplayed: boolean): Formula | null {
    if (!this.#bytes.has(formulaKey('Main-Regular'))) return null
    return layOutFormula(source, isDisplayed, (name, text) => this.#formulaFace(name).width(text))
  }

  #formulaFace(name: string): Face {
    const key = formulaKey(name)
    return this.#faces.get(key) ?? this.#register(key, open(this.#bytes.get(key)), false)
  }

  /** Clears the cache of words of the PDF writer, which would grow to all words of the book. */
  forgetWords(): void {
    const { _fontFamilies } = this.#doc as unknown as {
      _fontFamilies: Record<string, { layoutCache: object }>
    }
    for (const font of Object.values(_fontFamilies)) font.layoutCache = Object.create(null)
  }

  /** Splits text where the font changes. Characters that no font has become a placeholder. */
  runs(text: string, style: TextStyle): Run[] {
    const sources = style.isCode ? this.#sources.code : this.#sources.text
    const basic = isBasic.test(text) ? sources.get(basicLetter) : undefined
    if (basic !== undefined) return [{ face: this.#face(basic, style), text }]
    const runs: Run[] = []
    let source: Source | undefined
    let part = ''
    const close = () => {
      if (source !== undefined && part !== '') runs.push({ face: this.#face(source, style), text: part })
      part = ''
    }
    for (const character of text) {
      const codePoint = character.codePointAt(0) ?? 0
      if (isControl.test(character) || (isSkin.test(character) && source?.family === 'emoji')) continue
      if (isFormatting.test(character)) {
        // A mark belongs to the letter before it. A mark that the font lacks would be shown as a box, so it is
        // dropped.
        if (source !== undefined && this.#probes.get(fontKeyOf(source))?.hasGlyphForCodePoint(codePoint)) {
          part += character
          continue
        }
        if (!isVisibleMark.test(character)) continue
      }
      const found = sources.get(codePoint)
      const own = found ?? sources.get(replacement.codePointAt(0) ?? 0)
      if (own?.family !== source?.family || own?.subset !== source?.subset) close()
      source = own
      part += found === undefined ? replacement : character
    }
    close()
    return runs
  }

  #order(first: FamilyName, character: string): FamilyName[] {
    const order: FamilyName[] = [first, 'sans', 'arabic', 'thai', 'symbols', ...this.#han]
    return isEmoji.test(character) ? ['emoji', ...order] : [...order, 'emoji']
  }

  async #find(codePoint: number, order: FamilyName[]): Promise<Source | undefined> {
    for (const family of order) {
      const subset = await subsetOf(family, codePoint)
      if (subset === undefined) continue
      const source = { family, subset }
      if ((await this.#probe(source)).hasGlyphForCodePoint(codePoint)) return source
    }
    return undefined
  }

  async #probe(source: Source): Promise<Font> {
    const key = fontKeyOf(source)
    const known = this.#probes.get(key)
    if (known !== undefined) return known
    for (const variant of variants) {
      this.#bytes.set(fontKeyOf(source, variant), await fontBytes(source.family, source.subset, variant))
    }
    const [regular] = variants
    const font = open(this.#bytes.get(fontKeyOf(source, regular)))
    this.#probes.set(key, font)
    return font
  }

  #face(source: Source, { isBold, isItalic }: TextStyle): Face {
    const variant = { isBold, isItalic }
    const key = fontKeyOf(source, variant)
    const known = this.#faces.get(key)
    if (known !== undefined) return known
    const family = families[source.family]
    const opened = open(this.#bytes.get(key))
    const font = family.isVariable ? atWeight(opened, isBold ? 700 : 400) : opened
    return this.#register(key, font, isItalic && !family.hasItalic)
  }

  #register(key: string, font: Font, isSlanted: boolean): Face {
    // The PDF writer treats two fonts with the same name as one.
    Object.defineProperty(font, 'postscriptName', { value: key })
    const layout = rememberLayouts(font)
    this.#doc.registerFont(key, font as unknown as PDFKit.Mixins.PDFFontSource)
    const face: Face = {
      name: key,
      isSlanted,
      width: (text) => layout(text).advanceWidth / font.unitsPerEm,
    }
    this.#faces.set(key, face)
    return face
  }
}

/** The name of a font of formulas in a document. */
export const formulaKey = (name: string) => `formula-${name}`

function fontKeyOf({ family, subset }: Source, variant?: Variant): string {
  const style =
    variant === undefined ? '' : `-${variant.isBold ? 'Bold' : ''}${variant.isItalic ? 'Italic' : ''}`
  return `${family}${subset === '' ? '' : `-${subset}`}${style}`
}

function hanOrder(language: string | undefined): FamilyName[] {
  if (language === 'ja') return ['jp', 'sc', 'kr']
  return language === 'ko' ? ['kr', 'sc', 'jp'] : ['sc', 'jp', 'kr']
}

function open(bytes: Uint8Array | undefined): Font {
  if (bytes === undefined) throw new Error('A font was used before it was loaded')
  // Only the type requires a buffer of its own: nothing writes to it.
  const font = create(bytes as Buffer)
  if ('fonts' in font) throw new Error('A font collection is not supported')
  return font
}

function atWeight(font: Font, wght: number): Font {
  const varied = font.getVariation({ wght })
  const createSubset = varied.createSubset.bind(varied)
  varied.createSubset = () =>
    Object.assign(createSubset(), {
      glyphEncoder: {
        encodeSimple: (path: { commands: Parameters<typeof simpleGlyph>[0] }) => simpleGlyph(path.commands),
      },
    })
  return varied
}

/** Shaping a word takes far longer than drawing it, and texts repeat words. */
function rememberLayouts(font: Font): (text: string) => GlyphRun {
  const shape = font.layout.bind(font)
  const known = new Map<string, GlyphRun>()
  const layout = (text: string): GlyphRun => {
    const run = known.get(text) ?? shape(text)
    if (known.size >= maxLayouts) known.clear()
    known.set(text, run)
    return run
  }
  font.layout = (text) => {
    // The writer passes words with the following space, which does not affect their shape.
    const isSpaced = text.length > 1 && text.endsWith(' ')
    const run = isSpaced ? joined(layout(text.slice(0, -1)), layout(' ')) : layout(text)
    // The writer scales the positions in place, so it gets a copy.
    const positions = run.positions.map((position) => ({ ...position }))
    return { ...run, glyphs: run.glyphs, positions, advanceWidth: run.advanceWidth }
  }
  return layout
}

function joined(first: GlyphRun, second: GlyphRun): GlyphRun {
  return {
    ...first,
    glyphs: [...first.glyphs, ...second.glyphs],
    positions: [...first.positions, ...second.positions],
    advanceWidth: first.advanceWidth + second.advanceWidth,
  }
}
