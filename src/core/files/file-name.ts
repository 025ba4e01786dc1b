import { extname } from 'node:path'
import { toUSVString } from 'node:util'
import { trimEnds } from '../trim.ts'

const longestName = 200
// Control characters, invisible marks that reorder text, and what a path or a shell gives a meaning to.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const unsafe = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff<>:"|?*]/g
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/**
 * A name that is safe on any disk and in any header: the last part of a path, without misleading
 * characters.
 */
export function cleanFileName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const kept = trimEnds(toUSVString(last.replace(unsafe, '')), /[.\s]/)
  const named = kept === '' || reserved.test(kept) ? `file${kept === '' ? '' : `-${kept}`}` : kept
  return shortened(named)
}

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= longestName) return name
  const ending = extname(name)
  const tail = Buffer.byteLength(ending) <= 20 ? ending : ''
  const room = longestName - Buffer.byteLength(tail)
  let stem = ''
  let used = 0
  for (const character of name.slice(0, name.length - tail.length)) {
    used += Buffer.byteLength(character)
    if (used > room) break
    stem += character
  }
  return stem + tail
}
