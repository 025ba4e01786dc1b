/** A block of a text, as the API returns it. */
export interface HtmlBlock {
  readonly key: string
  readonly type: string
  readonly html: string
}

/** About four screens of text. */
const CHUNK_BLOCKS = 48
const CHUNK_CHARACTERS = 40_000

/** Parts of a text that are laid out by themselves. A heading stays with what follows it. */
export function chunksOf<Block extends HtmlBlock>(blocks: readonly Block[]): Block[][] {
  const chunks: Block[][] = [[]]
  let characters = 0
  for (const block of blocks) {
    const chunk = chunks.at(-1) as Block[]
    const isFull = chunk.length >= CHUNK_BLOCKS || characters + block.html.length > CHUNK_CHARACTERS
    const last = chunk.at(-1)
    if (isFull && last && !last.type.startsWith('heading')) {
      chunks.push([block])
      characters = block.html.length
    } else {
      chunk.push(block)
      characters += block.html.length
    }
  }
  return chunks
}

/** The height that a chunk has before it is laid out, in pixels: the scroll bar is about right from the start. */
export const heightOf = (chunk: readonly HtmlBlock[]): number =>
  chunk.reduce((sum, { html }) => sum + 44 + Math.round(html.length / 5), 0)
