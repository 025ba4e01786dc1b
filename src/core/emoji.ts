import { z } from 'zod'
import { mustBe } from './input-errors.ts'

// Not a literal: the compile target does not support the flag `v`, but Node 20 does.
const RGI_EMOJI = String.raw`^\p{RGI_Emoji}$`
const ONE_EMOJI = new RegExp(RGI_EMOJI, 'v')
const HEX = /^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6}){0,9}$/i
/** Characters that are shown as an emoji only when a variation selector follows. */
const TEXT_BY_DEFAULT = /(?!\p{Emoji_Presentation})\p{Emoji}(?!\p{Emoji_Modifier})/gu
const MAX_LENGTH = 50
const LAST_CODE_POINT = 0x10ffff

/** The characters of `1f44d` or `1f3f3-fe0f-200d-1f308`; null when they are not code points. */
function charactersOf(hex: string): string | null {
  const points = hex.split('-').map((point) => Number.parseInt(point, 16))
  return points.every((point) => point <= LAST_CODE_POINT) ? String.fromCodePoint(...points) : null
}

/**
 * Whether a text is exactly one emoji that Unicode recommends for interchange: as characters, with or without variation
 * selectors, or as its code points in hexadecimal.
 */
function isEmoji(text: string): boolean {
  const characters = HEX.test(text) ? charactersOf(text) : text
  if (characters === null || characters.length > MAX_LENGTH) return false
  return ONE_EMOJI.test(characters.replaceAll('\uFE0F', '').replace(TEXT_BY_DEFAULT, '$&\uFE0F'))
}

/** An emoji in an input, stored in the form in which it was sent. */
export const Emoji = z
  .string()
  .trim()
  .max(MAX_LENGTH)
  .refine(isEmoji, {
    error: mustBe('one emoji, for example 👍, or its code points in hexadecimal, for example 1f44d'),
  })
  .meta({ description: 'The emoji, or its code points in hexadecimal.' })
