import type { SiteFrame, Variant } from '../../site-rendering/index.ts'
import { languageName } from '../../site-texts/index.ts'
import type { SiteSpaceRow } from '../../sites/index.ts'
import type { SiteVisit } from '../reading/visits.ts'
import { Addresses } from './addresses.ts'

/** The site spaces of the same section or site. */
export const siblingsOf = ({ shown }: SiteVisit, current: SiteSpaceRow | null): SiteSpaceRow[] =>
  current === null ? [] : shown.siteSpaces.filter(({ parentId }) => parentId === current.parentId)

/** The site space for each language next to one: the same version if there is one, else that which opens first. */
export function rowsByLanguage(visit: SiteVisit, current: SiteSpaceRow): ReadonlyMap<string, SiteSpaceRow> {
  const groups = new Map<string, SiteSpaceRow[]>()
  for (const row of siblingsOf(visit, current)) {
    const { language } = row.space
    if (language !== null) groups.set(language, [...(groups.get(language) ?? []), row])
  }
  const chosen = (rows: readonly SiteSpaceRow[]) =>
    rows.find(({ id }) => id === current.id) ??
    rows.find(({ space }) => space.title === current.space.title) ??
    rows.find(({ isDefault }) => isDefault) ??
    rows[0]
  return new Map(
    [...groups].flatMap(([language, rows]) => {
      const row = chosen(rows)
      return row ? [[language, row] as const] : []
    }),
  )
}

/** The menus of the languages, and of the versions in one of them: at the same page, where they have it. */
export function variantMenus(
  visit: SiteVisit,
  current: SiteSpaceRow | null,
  paths: ReadonlyMap<string, string>,
): Pick<SiteFrame, 'languages' | 'versions'> {
  const none = { languages: [], versions: [] }
  if (current === null) return none
  const addresses = new Addresses(visit)
  const entry = (row: SiteSpaceRow, title: string): Variant => ({
    title,
    href: addresses.page(row, paths.get(row.id) ?? ''),
    lang: row.space.language,
    isCurrent: row.id === current.id,
  })
  const rows = siblingsOf(visit, current)
  const byLanguage = rowsByLanguage(visit, current)
  const own = current.space.language
  // Those without a language are versions for the readers of all languages.
  const versions =
    byLanguage.size < 2 ? rows : rows.filter(({ space }) => space.language === own || space.language === null)
  return {
    languages:
      byLanguage.size < 2 ? [] : [...byLanguage].map(([language, row]) => entry(row, languageName(language))),
    versions: versions.length < 2 ? [] : versions.map((row) => entry(row, row.space.title)),
  }
}
