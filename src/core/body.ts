/** Where encoding a text ourselves begins to pay off. */
const LARGE = 32 * 1024

/**
 * A large answer as bytes, so that it is measured and encoded once; a small one as text, which Node sends together with
 * the headers in one write.
 */
export function encodeBody(text: string): string | Buffer {
  return text.length < LARGE ? text : Buffer.from(text)
}
