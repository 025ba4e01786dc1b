import { createHash } from 'node:crypto'

/** The name of a text or of bytes: equal content has an equal name wherever it is stored. */
export const hashOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url')
