import { type PlacedPage, pathOf } from '../../revisions/index.ts'
import type { SiteVisit } from '../reading/visits.ts'
import type { NavItem, ShownLink } from '../rendering/views.ts'
import { Addresses } from './addresses.ts'
import { keyOfRef, resolvedRefs } from './references.ts'
import { MOST_OPEN, type SpacePages } from './space-pages.ts'

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
  #count = 0

  constructor(visit: SiteVisit, pages: SpacePages, current: PlacedPage | null, firstId: string | null) {
    this.#visit = visit
    this.#pages = pages
    this.#current = current
    this.#firstId = firstId
    this.#addresses = new Addresses(visit)
  }

  async from(parent: PlacedPage | null, open: ReadonlySet<string>): Promise<NavItem[]> {
    const listed = await this.#pages.listedBelow(parent)
    this.#count += listed.length
    const branches = await this.#pages.withChildren(listed)
    // Groups are headings of their pages, so as many as possible are read at once.
    const groups = listed.filter(({ id, page }) => page.type === 'group' && branches.has(id))
    const isRoomy = this.#count + groups.length < MOST_OPEN
    const opened = listed.filter(
      ({ id, page }) => open.has(id) || (isRoomy && page.type === 'group' && branches.has(id)),
    )
    await this.#pages.readBelow(opened.filter(({ id }) => branches.has(id)))
    await this.#pages.withChildren(
      (await Promise.all(opened.map((each) => this.#pages.listedBelow(each)))).flat(),
    )
    const hrefs = await this.#linksOf(listed)
    const items: NavItem[] = []
    for (const each of listed) {
      const isOpen = opened.includes(each)
      const children = !branches.has(each.id) ? [] : isOpen ? await this.from(each, open) : null
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

/** The pages before and after a page, in the order of the table of contents. */
export async function neighboursOf(
  visit: SiteVisit,
  pages: SpacePages,
  page: PlacedPage,
  firstId: string | null,
): Promise<{ previous?: ShownLink; next?: ShownLink }> {
  if (page.page.hidden) return {}
  const addresses = new Addresses(visit)
  const linkTo = (placed: PlacedPage): ShownLink => ({
    title: placed.page.title,
    href: addresses.page(pages.row, placed.id === firstId ? '' : pathOf(placed)),
  })
  const [previous, next] = [await pageBefore(pages, page), await pageAfter(pages, page)]
  return { ...(previous ? { previous: linkTo(previous) } : {}), ...(next ? { next: linkTo(next) } : {}) }
}

const isText = ({ page }: PlacedPage) => page.type === 'document'
const parentOf = ({ above }: PlacedPage): PlacedPage | null => {
  const [parent] = above
  return parent ? { ...parent, above: above.slice(1) } : null
}

/** The levels that are searched for a neighbour: imported tables of contents can be nested to any depth. */
const MOST_LEVELS = 40

/** A page and the pages above it. */
function* upFrom(page: PlacedPage): Generator<PlacedPage> {
  let at: PlacedPage | null = page
  for (let level = 0; at && level < MOST_LEVELS; level++, at = parentOf(at)) yield at
}

/** The siblings that are considered to find a neighbour: a tree can begin with thousands of empty groups. */
const MOST_SIBLINGS = 40

async function pageAfter(pages: SpacePages, page: PlacedPage): Promise<PlacedPage | null> {
  const below = await firstText(pages, page)
  if (below) return below
  for (const at of upFrom(page)) {
    const siblings = await pages.listedBelow(parentOf(at))
    const index = siblings.findIndex(({ id }) => id === at.id)
    for (const sibling of siblings.slice(index + 1, index + 1 + MOST_SIBLINGS)) {
      const found = isText(sibling) ? sibling : await firstText(pages, sibling)
      if (found) return found
    }
  }
  return null
}

async function firstText(pages: SpacePages, page: PlacedPage): Promise<PlacedPage | null> {
  if (!(await pages.withChildren([page])).has(page.id)) return null
  for (const child of (await pages.listedBelow(page)).slice(0, MOST_SIBLINGS)) {
    const found = isText(child) ? child : await firstText(pages, child)
    if (found) return found
  }
  return null
}

async function lastText(pages: SpacePages, page: PlacedPage): Promise<PlacedPage | null> {
  if ((await pages.withChildren([page])).has(page.id)) {
    for (const child of [...(await pages.listedBelow(page))].reverse().slice(0, MOST_SIBLINGS)) {
      const found = await lastText(pages, child)
      if (found) return found
    }
  }
  return isText(page) ? page : null
}

async function pageBefore(pages: SpacePages, page: PlacedPage): Promise<PlacedPage | null> {
  for (const at of upFrom(page)) {
    const parent = parentOf(at)
    const siblings = await pages.listedBelow(parent)
    const index = siblings.findIndex(({ id }) => id === at.id)
    for (const sibling of siblings.slice(Math.max(0, index - MOST_SIBLINGS), Math.max(0, index)).reverse()) {
      const found = await lastText(pages, sibling)
      if (found) return found
    }
    if (parent && isText(parent)) return parent
  }
  return null
}
