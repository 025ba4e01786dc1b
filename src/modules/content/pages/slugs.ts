export const MAX_SLUG = 100

/** Letters, digits, dots, hyphens and underscores of any script: what stays readable in an address. */
export const SLUG_FORM = /^[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}._-]*$/u

/** A slug made of a title. */
export function slugOf(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}._]+/gu, '-')
    .replace(/^[-._]+|[-._]+$/g, '')
  return (
    [...plain]
      .slice(0, MAX_SLUG)
      .join('')
      .replace(/[-._]+$/, '') || 'page'
  )
}

/** The slug, or the first of slug-1, slug-2, … that no sibling has. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug
  for (let n = 1; ; n++) {
    const tail = `-${n}`
    const candidate = `${[...slug].slice(0, MAX_SLUG - tail.length).join('')}${tail}`
    if (!taken.has(candidate)) return candidate
  }
}
