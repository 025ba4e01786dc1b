export const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * A base64url text with the character at `position` replaced by the next one of the alphabet, so that it always
 * differs.
 */
export function altered(text: string, position: number): string {
  const next = ALPHABET[(ALPHABET.indexOf(text.charAt(position)) + 1) % ALPHABET.length]
  return `${text.slice(0, position)}${next}${text.slice(position + 1)}`
}
