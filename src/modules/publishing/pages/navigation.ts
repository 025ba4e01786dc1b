import { type PlacedPage, pathOf } from '../../revisions/index.ts'
import type { NavItem } from '../../site-rendering/index.ts'
import type { SiteVisit } from '../reading/visits.ts'
import { Addresses } from './addresses.ts'
import { keyOfRef, resolvedRefs } from './resolved-refs.ts'
import { MAX_OPEN, type SpacePages } from './space-pages.ts'

/** Deeper groups are not opened unless the page is in them. */
const MAX_LEVELS = 20

/** The table of contents of a site space, with the branch of a page open. */
export async function navigationOf(
  visit: SiteVisit,
  pages: SpacePages,
  page: PlacedPage | null,
  firstId: string | null,
): Promise<NavItem[]> {
  const above = page
    ? [...page.above.map((each, at) => ({ ...each, above: page.above.slice(at + 1) })), page]
    : []
  await pages.readBelow([null, ...above])
  return new Navigation(visit, pages, page, firstId).from(null, new Set(above.map(({ id }) => id)))
}

/** The entries below a page, for a branch that is opened. */
export async function branchOf(visit: SiteVisit, pages: SpacePages, parent: PlacedPage): Promise<NavItem[]> {
  const first = await pages.first()
  return new Navigation(visit, pages, null, first?.id ?? null).from(parent, new Set())
}

class Navigation {
  readonly #visit: SiteVisit
  readonly #pages: SpacePages
  readonly #current: PlacedPage | null
  readonly #firstId: string | null
  readonly #addresses: Addresses
  /** Pages that have pages below them, and those of them that are open. */
  readonly #branches = new Set<string>()
  readonly #open = new Set<string>()

  constructor(visit: SiteVisit, pages: SpacePages, current: PlacedPage | null, firstId: string | null) {
    this.#visit = visit
    this.#pages = pages
    this.#current = current
    this.#firstId = firstId
    this.#addresses = new Addresses(visit)
  }

  async from(parent: PlacedPage | null, open: ReadonlySet<string>): Promise<NavItem[]> {
    for (const id of open) this.#open.add(id)
    const shown = await this.#read(parent)
    return this.#itemsBelow(parent, await this.#linksOf(shown))
  }

  /** Reads everything that is shown, one level at a time, and opens groups. */
  async #read(parent: PlacedPage | null): Promise<PlacedPage[]> {
    const shown: PlacedPage[] = []
    let row = await this.#pages.listedBelow(parent)
    for (let level = 0; row.length > 0; level++) {
      for (const each of row) shown.push(each)
      for (const id of await this.#pages.withChildren(row)) this.#branches.add(id)
      const branches = row.filter(({ id }) => this.#branches.has(id))
      // Groups are headings of their pages, so as many as possible are open.
      const groups = branches.filter(({ page }) => page.type === 'group')
      const isRoomy = level < MAX_LEVELS && shown.length + groups.length < MAX_OPEN
      if (isRoomy) for (const { id } of groups) this.#open.add(id)
      row = (await this.#pages.listedBelowEach(branches.filter(({ id }) => this.#open.has(id)))).flat()
    }
    return shown
  }

  async #itemsBelow(parent: PlacedPage | null, hrefs: ReadonlyMap<string, string>): Promise<NavItem[]> {
    const items: NavItem[] = []
    for (const each of await this.#pages.listedBelow(parent)) {
      const isOpen = this.#open.has(each.id)
      const children = !this.#branches.has(each.id) ? [] : isOpen ? await this.#itemsBelow(each, hrefs) : null
      items.push(this.#itemOf(each, isOpen, children, hrefs.get(each.id)))
    }
    return items
  }

  #itemOf(
    placed: PlacedPage,
    isOpen: boolean,
    children: NavItem[] | null,
    link: string | undefined,
  ): NavItem {
    const { id, page } = placed
    const { icon, emoji, title, linkTitle } = page
    const row = this.#pages.row
    return {
      id,
      title: linkTitle ?? title,
      href:
        page.type === 'group'
          ? null
          : page.type === 'link'
            ? (link ?? null)
            : this.#addresses.page(row, id === this.#firstId ? '' : pathOf(placed)),
      kind: page.type === 'group' ? 'group' : page.type === 'link' ? 'link' : 'page',
      isCurrent: id === this.#current?.id,
      isOpen,
      children,
      ...(children === null ? { branchHref: this.#addresses.branch(row, id) } : {}),
      ...(icon === undefined ? {} : { icon }),
      ...(emoji === undefined ? {} : { emoji }),
    }
  }

  /** The targets of link pages. */
  async #linksOf(listed: readonly PlacedPage[]): Promise<Map<string, string>> {
    const links = listed.flatMap((placed) =>
      placed.page.target ? [{ placed, target: placed.page.target }] : [],
    )
    const [first] = links
    if (!first) return new Map()
    const refs = await resolvedRefs(
      this.#visit,
      { pages: this.#pages, page: first.placed, isFolder: false },
      links.map(({ target }) => target),
    )
    return new Map(
      links.flatMap(({ placed, target }) => {
        const href = refs[keyOfRef(target)]?.href
        return href === undefined ? [] : [[placed.id, href]]
      }),
    )
  }
}
