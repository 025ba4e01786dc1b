/** As many characters as the API allows in the name of a site in its address. */
export const MAX_BASENAME = 100

/** What the API accepts as such a name. */
export const BASENAME = '[\\p{L}\\p{N}\\p{M}][\\p{L}\\p{N}\\p{M}._\\-]*'

/** Accents of Latin letters are left out; in other scripts they are parts of letters. */
function withoutAccents(title: string): string {
  let isLatin = false
  const kept = [...title.normalize('NFD')].filter((character) => {
    if (/\p{M}/u.test(character)) return !isLatin
    isLatin = /\p{Script=Latin}/u.test(character)
    return true
  })
  return kept.join('').normalize('NFC')
}

/** A readable name for the address of a site with this title. */
export function basenameOf(title: string): string {
  const words = withoutAccents(title)
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]/u)
    .filter(Boolean)
  return [...words.join('-')].slice(0, MAX_BASENAME).join('').replace(/-$/, '') || 'docs'
}
