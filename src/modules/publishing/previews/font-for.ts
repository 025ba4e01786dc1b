import { create, type Font } from 'fontkit'
import { type FamilyName, families, fontBytes, subsetOf } from '../../../platform/fonts/font-files.ts'

export interface FontStyle {
  isBold: boolean
}

const EMOJI = /\p{Emoji_Presentation}/u
const CHINESE_FIRST: readonly FamilyName[] = ['sc', 'jp', 'kr']

/** Characters of Chinese, Japanese and Korean look different in each of them. */
function hanOrder(language: string): readonly FamilyName[] {
  if (language.startsWith('ja')) return ['jp', 'sc', 'kr']
  return language.startsWith('ko') ? ['kr', 'sc', 'jp'] : CHINESE_FIRST
}

const opened = new Map<string, Promise<Font>>()

/** A font file, which stays open while the thread runs. */
function fontOf(family: FamilyName, subset: string, { isBold }: FontStyle): Promise<Font> {
  const key = `${family} ${subset} ${isBold}`
  const known = opened.get(key) ?? openFont(family, subset, isBold)
  opened.set(key, known)
  return known
}

async function openFont(family: FamilyName, subset: string, isBold: boolean): Promise<Font> {
  const bytes = await fontBytes(family, subset, { isBold, isItalic: false })
  const font = create(bytes as Buffer) as Font
  return families[family].isVariable ? font.getVariation({ wght: isBold ? 700 : 400 }) : font
}

/** The first font that has a character, among those that the project ships. */
export async function fontFor(
  character: string,
  language: string,
  style: FontStyle,
): Promise<Font | undefined> {
  const codePoint = character.codePointAt(0) ?? 0
  const usual: FamilyName[] = ['sans', 'arabic', 'thai', ...hanOrder(language), 'symbols']
  for (const family of EMOJI.test(character) ? ['emoji' as const, ...usual] : [...usual, 'emoji' as const]) {
    const subset = await subsetOf(family, codePoint)
    if (subset === undefined) continue
    const font = await fontOf(family, subset, style)
    if (font.hasGlyphForCodePoint(codePoint)) return font
  }
  return undefined
}
