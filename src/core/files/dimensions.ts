import { imageSize } from 'image-size'
import { prologLength, textOf, wholeCharacters } from './content-type.ts'

export interface Dimensions {
  width: number
  height: number
}

const longestRootTag = 8192
/** Photos have previews and color tables before their size. */
const longestHead = 1024 * 1024

/** From the fifth orientation on, a photo is stored rotated. */
const firstTurned = 5

/** The display size of an image; undefined when the file does not contain it. */
export function dimensionsOf(bytes: Uint8Array, contentType: string): Dimensions | undefined {
  if (!contentType.startsWith('image/')) return undefined
  try {
    const { width, height, orientation } = imageSize(
      contentType === 'image/svg+xml' ? rootTagOf(bytes) : headOf(bytes),
    )
    if (!(width > 0 && height > 0)) return undefined
    const shown = { width: Math.round(width), height: Math.round(height) }
    return (orientation ?? 1) >= firstTurned ? { width: shown.height, height: shown.width } : shown
  } catch {
    return undefined
  }
}

/**
 * The part of the file with the size. A copy: the reader reads past the end of bytes that share their
 * memory with others.
 */
const headOf = (bytes: Uint8Array): Uint8Array => Uint8Array.prototype.slice.call(bytes, 0, longestHead)

/** Only the opening tag has the size; the rest could be crafted to slow a pattern down. */
function rootTagOf(bytes: Uint8Array): Uint8Array {
  const text = textOf(wholeCharacters(headOf(bytes))) ?? ''
  const start = prologLength(text)
  const tag = text.slice(start, start + longestRootTag)
  return Buffer.from(tag.slice(0, tag.indexOf('>') + 1))
}
