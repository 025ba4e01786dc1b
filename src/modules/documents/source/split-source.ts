interface SplitSource {
  /** The text between the fences, ending with a line break. Null without front matter. */
  frontMatter: string | null
  body: string
  /** The offset of the body in the source. */
  bodyStart: number
}

const OPENING = /^\uFEFF?---[ \t]*\r?\n/
const CLOSING = /^---[ \t]*(?:\r?\n|$)/m

/** Splits the source of a page into front matter and body. */
export function splitSource(markdown: string): SplitSource {
  const opening = OPENING.exec(markdown)?.[0]
  if (opening === undefined) return { frontMatter: null, body: markdown, bodyStart: 0 }
  const rest = markdown.slice(opening.length)
  const closing = CLOSING.exec(rest)
  if (!closing) return { frontMatter: null, body: markdown, bodyStart: 0 }
  const bodyStart = opening.length + closing.index + closing[0].length
  return { frontMatter: rest.slice(0, closing.index), body: markdown.slice(bodyStart), bodyStart }
}
