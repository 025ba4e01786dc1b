import { findPlaced, pathOf } from '../../revisions/index.ts'
import type { SectionTab, ShownImage, SiteFrame, ThemedImage } from '../../site-rendering/index.ts'
import type { Locale } from '../../site-texts/index.ts'
import { directionOf, languageTags, localeOf } from '../../site-texts/index.ts'
import type { ShownSection } from '../../site-visitors/index.ts'
import type { Customization, SiteSpaceRow, Target } from '../../sites/index.ts'
import type { Reader, SiteVisit } from '../reading/visits.ts'
import { Addresses } from './addresses.ts'
import type { Assets } from './assets.ts'
import { rowOfSpace } from './resolved-refs.ts'
import { SpacePages } from './space-pages.ts'
import { variantMenus } from './variants.ts'

/** The language of the interface: that of the content, or else that of the customization. */
export function interfaceLocale({ shown }: SiteVisit, row: SiteSpaceRow | null): Locale {
  const { locale } = shown.lookAt(row?.id ?? null).internationalization
  return localeOf(row?.space.language ?? null, locale)
}

/** What surrounds the pages of a site space; of the site itself if there is none, as on error pages. */
export async function frameOf(
  visit: SiteVisit,
  row: SiteSpaceRow | null,
  { assets }: { assets: Assets },
  variantPaths: ReadonlyMap<string, string> = new Map(),
): Promise<SiteFrame> {
  const { known, shown } = visit
  const look = shown.lookAt(row?.id ?? null)
  const addresses = new Addresses(visit)
  const linkTo = await linksOf(visit, row, look)
  const locale = interfaceLocale(visit, row)
  const lang = row?.space.language ?? languageTags[locale]
  const { header, footer, announcement } = look
  const [logo, footerLogo] = [themedIn(visit, header.logo), themedIn(visit, footer.logo)]
  return {
    title: look.title ?? known.site.title,
    home: addresses.home,
    ...(logo ? { logo } : {}),
    ...iconOf(visit, look),
    lang,
    dir: directionOf(lang),
    locale,
    headerLinks: header.links.map(({ title, style = 'link', to, links }) => ({
      title,
      style,
      href: linkTo(to),
      links: links.flatMap((link) => {
        const href = linkTo(link.to)
        return href === null ? [] : [{ title: link.title, href }]
      }),
    })),
    sections: sectionsOf(visit, row),
    ...variantMenus(visit, row, variantPaths),
    ...(announcement?.enabled
      ? {
          announcement: {
            message: announcement.message,
            style: announcement.style,
            ...(announcement.link
              ? { link: { title: announcement.link.title, href: linkTo(announcement.link.to) } }
              : {}),
          },
        }
      : {}),
    footer: {
      ...(footerLogo ? { logo: footerLogo } : {}),
      groups: footer.groups.map(({ title, links }) => ({
        title,
        links: links.map((link) => ({ title: link.title, href: linkTo(link.to) })),
      })),
      ...(footer.copyright === undefined ? {} : { copyright: footer.copyright }),
    },
    themes: look.themes,
    searchHref: addresses.search(row),
    ...(look.privacyPolicy.url === undefined ? {} : { privacyPolicy: look.privacyPolicy.url }),
    trademark: look.trademark.enabled,
    externalTarget: look.externalLinks.target,
    ...(await assets.of(look, addresses)),
  }
}

/** An image of the frame. Null if there is none: addresses elsewhere, which were stored formerly, are not loaded. */
function imageIn(visit: SiteVisit, reference: string): ShownImage | null {
  const image = visit.known.images[reference]
  if (!image) return null
  const { width, height } = image
  return { href: new Addresses(visit).image(reference), ...(width && height ? { width, height } : {}) }
}

type Themed = { light: string; dark: string }

function themedIn(visit: SiteVisit, given: Themed | undefined): ThemedImage | null {
  const light = given ? imageIn(visit, given.light) : null
  if (!given || !light) return null
  const dark = given.dark === given.light ? null : imageIn(visit, given.dark)
  return { light, ...(dark ? { dark } : {}) }
}

type Icon = { icon?: Themed | undefined; emoji?: string | undefined }

/** The icon of a customization, or else that of the site. */
function iconOf(visit: SiteVisit, { favicon: own }: Customization): Pick<SiteFrame, 'favicon' | 'emoji'> {
  const chosen: Icon = own.icon || own.emoji ? own : ((visit.known.site.icon ?? {}) as Icon)
  const favicon = themedIn(visit, chosen.icon)
  if (favicon) return { favicon }
  return chosen.emoji ? { emoji: chosen.emoji } : {}
}

const defaultOf = (rows: readonly SiteSpaceRow[]) => rows.find(({ isDefault }) => isDefault) ?? rows[0]

/** The sections of a site as tabs; groups of sections as menus. */
function sectionsOf(
  { shown: { structure }, ...visit }: SiteVisit,
  current: SiteSpaceRow | null,
): SectionTab[] {
  const addresses = new Addresses(visit)
  const tab = ({ section, siteSpaces }: ShownSection) => {
    const row = defaultOf(siteSpaces)
    return {
      title: section.title,
      href: row ? addresses.page(row, '') : addresses.home,
      isCurrent: section.id === current?.sectionId,
      ...(section.icon === null ? {} : { icon: section.icon }),
      ...(section.description === null ? {} : { description: section.description }),
    }
  }
  return structure.top.map((item) => {
    if (!('group' in item)) return tab(item)
    const items = item.sections.map(tab)
    return {
      title: item.group.title,
      href: items[0]?.href ?? addresses.home,
      isCurrent: items.some(({ isCurrent }) => isCurrent),
      ...(item.group.icon === null ? {} : { icon: item.group.icon }),
      items,
    }
  })
}

/** The addresses of links of a customization. Those that the reader cannot follow have none. */
async function linksOf(
  visit: SiteVisit,
  from: SiteSpaceRow | null,
  look: Customization,
): Promise<(to: Target | null) => string | null> {
  const addresses = new Addresses(visit)
  const targets = [
    ...look.header.links.flatMap(({ to, links }) => [to, ...links.map((link) => link.to)]),
    ...look.footer.groups.flatMap(({ links }) => links.map((link) => link.to)),
    look.announcement?.link?.to ?? null,
  ].flatMap((to) => (to?.kind === 'page' && to.page && to.space ? [{ page: to.page, space: to.space }] : []))
  const rows = targets.map(({ space }) => rowOfSpace(visit, space, from))
  const placed =
    targets.length === 0
      ? []
      : await findPlaced(
          visit.ctx.db,
          targets.map(({ page, space }, at) => ({
            spaceId: space,
            root: rows[at] ? (visit.known.contents.get(space)?.pagesRoot ?? null) : null,
            id: page,
          })),
        )
  const hrefs = new Map<string, string>()
  for (const [at, target] of targets.entries()) {
    const [row, page] = [rows[at], placed[at]]
    const [visible] = row && page ? await new SpacePages(visit, row).visible([page]) : []
    if (row && visible) hrefs.set(`${target.space}/${target.page}`, addresses.page(row, pathOf(visible)))
  }
  return (to) => {
    if (to === null) return null
    if (to.kind === 'url') return to.url ?? null
    if (to.kind === 'page') return hrefs.get(`${to.space}/${to.page}`) ?? null
    const row = rowOfSpace(visit, to.space, from)
    return row ? addresses.page(row, '') : null
  }
}

/** The title of the section of a site space, for breadcrumbs and search results. */
export const sectionTitleOf = ({ known: { structure } }: Reader, row: SiteSpaceRow): string[] =>
  structure.sections.filter(({ id }) => id === row.sectionId).map(({ title }) => title)
