/** Somebody who can be mentioned. */
export interface Mentionable {
  readonly id: string
  readonly displayName: string
  readonly photoURL?: string | null | undefined
}

/** Where a name is being typed: the position of the `@`, and what follows it up to the caret. */
export interface MentionQuery {
  start: number
  end: number
  text: string
}

/** Names have spaces, but a text that goes on for longer is no name. */
const MAX_NAME = 40

/** The name that is being typed before the caret, after an `@` at the beginning of a word. */
export function mentionQuery(text: string, caret: number): MentionQuery | null {
  const before = text.slice(Math.max(0, caret - MAX_NAME - 1), caret)
  const at = before.lastIndexOf('@')
  if (at < 0) return null
  const typed = before.slice(at + 1)
  if (/[\n@[\]()<>`]/.test(typed) || /\s\s|^\s/.test(typed)) return null
  const start = caret - typed.length - 1
  const previous = start === 0 ? '' : text.slice(start - 1, start)
  if (previous !== '' && !/[\s([{"'“‘>*_-]/.test(previous)) return null
  return { start, end: caret, text: typed }
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether a name matches what was typed: the beginning of any of its words, in the order of the words. */
export function matchesName(name: string, typed: string): boolean {
  const words = plain(name).split(/\s+/)
  let from = 0
  for (const part of plain(typed).split(/\s+/).filter(Boolean)) {
    const found = words.findIndex((word, index) => index >= from && word.startsWith(part))
    if (found < 0) return false
    from = found + 1
  }
  return true
}

/** Characters that would end a link or its text. */
const escaped = (name: string): string =>
  name.replace(/[\\[\]*_`<>~!]/g, String.raw`\$&`).replace(/\s+/g, ' ')

/** The Markdown of a mention. */
export const mentionOf = ({ id, displayName }: Mentionable): string =>
  `[@${escaped(displayName)}](/users/${id} "mention")`

/** The text with what was typed replaced by the mention of a person, and the caret after it. */
export function withMention(
  text: string,
  { start, end }: MentionQuery,
  person: Mentionable,
): { text: string; caret: number } {
  const inserted = `${mentionOf(person)} `
  const rest = text.slice(end)
  return {
    text: text.slice(0, start) + inserted + (rest.startsWith(' ') ? rest.slice(1) : rest),
    caret: start + inserted.length,
  }
}
