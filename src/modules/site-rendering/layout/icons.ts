import { Html, html, nothing } from '../../../core/html.ts'
import { iconPaths, namedIcon } from '../../documents/index.ts'

const drawn = new Map<string, Html>()

/** An icon of the user interface. It has no name of its own: the text beside it, or a label, has one. */
export function icon(name: string): Html {
  const before = drawn.get(name)
  if (before) return before
  const path = iconPaths[name]
  if (path === undefined) return nothing
  const made = drawing(path)
  drawn.set(name, made)
  return made
}

const drawing = (path: string): Html =>
  new Html(
    `<svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d="${path}"/></svg>`,
  )

/** An icon that a writer names. Nothing if there is none with this name. */
export function iconNamed(name: string): Html {
  const path = namedIcon(name)
  return path === undefined ? nothing : drawing(path)
}

const codePoints = /^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/i

/** The characters of an emoji, given as characters or as code points such as `1f600`. */
export function emojiCharacters(emoji: string | undefined): string {
  if (!emoji) return ''
  const isCode = codePoints.test(emoji)
  const points = isCode ? emoji.split('-').map((point) => Number.parseInt(point, 16)) : []
  const characters =
    isCode && points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : emoji
  return characters.slice(0, 32)
}

export function emojiOf(emoji: string | undefined): Html {
  const characters = emojiCharacters(emoji)
  return characters === '' ? nothing : html`<span class="emoji" aria-hidden="true">${characters}</span>`
}

/** The emoji or the icon of a page. */
export const markOf = ({
  emoji,
  icon: name,
}: {
  emoji?: string | undefined
  icon?: string | undefined
}): Html => (emoji ? emojiOf(emoji) : name ? iconNamed(name) : nothing)
