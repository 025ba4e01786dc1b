/** As many characters as the API allows in the name of a site in its address. */
export const MAX_BASENAME = 100

/** What the API accepts as such a name. */
export const BASENAME = '[\\p{L}\\p{N}\\p{M}][\\p{L}\\p{N}\\p{M}._\\-]*'

/** A readable name for the address of a site with this title. */
export function basenameOf(title: string): string {
  const plain = title
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  return [...words.join('-')].slice(0, MAX_BASENAME).join('').replace(/-$/, '') || 'docs'
}
