import { trimEndOf, trimEnds } from './trim.ts'

export const MAX_SLUG = 100

/** Letters, digits, dots, hyphens and underscores of any script, which stay readable in a URL. */
export const SLUG_FORM = /^[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}._-]*$/u

const mark = /[-._]/

/** Lower-case letters and digits; everything between them becomes one hyphen. */
function slugged(text: string, between: RegExp): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(between, '-')
  const kept = [...trimEnds(plain, mark)].slice(0, MAX_SLUG).join('')
  return trimEndOf(kept, mark)
}

const betweenWords = /[^\p{L}\p{N}._]+/gu
const betweenNames = /[^\p{L}\p{N}]+/gu

/** `&` is read as a word, so that "Tips & Tricks" has the address that documentation services give it. */
export const withWords = (text: string): string => text.replaceAll('&', ' and ')

/** The slug of a title. */
export const slugOf = (title: string): string => slugged(withWords(title), betweenWords) || 'page'

/** The slug of a segment of a path, which is part of an address as it is. */
export const slugOfSegment = (segment: string): string => slugged(segment, betweenWords) || 'page'

/** The slug of a file name, in which dots and underscores separate words. */
export const slugOfName = (name: string): string | undefined =>
  slugged(withWords(name), betweenNames) || undefined

/** Whether a slug was made from a title while `&` was not read as a word. Stored pages can have such slugs. */
export const isFormerSlug = (slug: string, title: string): boolean =>
  title.includes('&') && [betweenWords, betweenNames].some((between) => slugged(title, between) === slug)

/** The slug, or the first of slug-1, slug-2, … that no sibling has. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug
  for (let n = 1; ; n++) {
    const tail = `-${n}`
    const candidate = `${[...slug].slice(0, MAX_SLUG - tail.length).join('')}${tail}`
    if (!taken.has(candidate)) return candidate
  }
}

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

/** A readable name in an address for what has this title. */
export function basenameOf(title: string): string {
  const words = withoutAccents(title)
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]/u)
    .filter(Boolean)
  return [...words.join('-')].slice(0, MAX_SLUG).join('').replace(/-$/, '') || 'docs'
}
