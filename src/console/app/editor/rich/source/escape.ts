/** How much of a text is escaped: nothing, what could mean something, or all that ever does. */
export type Escapes = 'none' | 'some' | 'all'

const some = /[\\`*_[\]<>~$|&#{}!\-+=:]|\d{1,9}(?=[.)])/g
const all = /[!-/:-@[-`{-~]/g
const entity = /^&(?:#\w+|\w+);/

/** Text as Markdown. The first character of a line can mean a block. */
export function escaped(text: string, escapes: Escapes, isLineStart: boolean): string {
  if (escapes === 'none') return text
  if (escapes === 'all') return text.replace(all, '\\$&')
  const first = isLineStart ? text.length - text.trimStart().length : -1
  return text.replace(some, (found, at: number) => {
    if (/\d/.test(found)) return at === first ? `${found}\\` : found
    if (/[-+=:#>]/.test(found) && at !== first) return found
    if (found === '&' && !entity.test(text.slice(at))) return found
    if (found === '_' && /\w/.test(text[at - 1] ?? '') && /\w/.test(text[at + 1] ?? '')) return found
    return `\\${found}`
  })
}

/** The target of a link. */
export function target(href: string): string {
  const text = href.replace(/&(?=#?\w+;)/g, '&amp;')
  const isPlain = text !== '' && !/[\s<>\\\p{Cc}]/u.test(text) && isBalanced(text)
  return isPlain ? text : `<${text.replace(/[\\<>]/g, '\\$&').replace(/\s/g, (space) => encodeURI(space))}>`
}

function isBalanced(text: string): boolean {
  let depth = 0
  for (const character of text) {
    if (character === '(') depth += 1
    else if (character === ')') depth -= 1
    if (depth < 0) return false
  }
  return depth === 0
}

export const title = (text: string): string =>
  ` "${text.replace(/["\\]/g, '\\$&').replace(/&(?=#?\w+;)/g, '&amp;')}"`

/** Code between marks that are longer than any inside. */
export function code(text: string): string {
  const runs = new Set(Array.from(text.matchAll(/`+/g), ([run]) => run.length))
  let length = 1
  while (runs.has(length)) length += 1
  const mark = '`'.repeat(length)
  const isPadded = /^`|`$/.test(text) || (/^[ \n]/.test(text) && /[ \n]$/.test(text) && text.trim() !== '')
  return isPadded ? `${mark} ${text} ${mark}` : mark + text + mark
}
