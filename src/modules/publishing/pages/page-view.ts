import type { ByteCache } from '../../../core/byte-cache.ts'
import type { ObjectStore } from '../../../platform/files/object-store.ts'
import { layoutOf } from '../../content/index.ts'
import { findAtPaths, findPlaced, hashOf, type PlacedPage, pathOf } from '../../revisions/index.ts'
import {
  type ImageProxy,
  isForeign,
  type PageView,
  parseText,
  proxiedImage,
  type RenderedDocument,
  renderText,
  type ShownLink,
  type ThemedImage,
} from '../../site-rendering/index.ts'
import type { SiteAddresses, SiteSpaceRow } from '../../sites/index.ts'
import { siteAssets } from '../assets/assets.ts'
import type { ForeignImages } from '../foreign/foreign-images.ts'
import type { SiteVisit } from '../reading/visits.ts'
import type { TriedRequests } from '../trying/tried-requests.ts'
import { Addresses } from './addresses.ts'
import type { Assets } from './assets.ts'
import { assistantLinks } from './assistant-links.ts'
import { editLinkOf } from './edit-links.ts'
import { frameOf, interfaceLocale } from './frame.ts'
import { framesOf, scriptBelow } from './frames.ts'
import { navigationOf } from './navigation.ts'
import { neighboursOf } from './neighbours.ts'
import { headOf } from './page-head.ts'
import type { FoundPage } from './paths/resolving.ts'
import { keyOfRef, placeIn, type Referring, resolvedRefs } from './resolved-refs.ts'
import { SpacePages } from './space-pages.ts'
import { specPartsFor } from './spec-parts.ts'
import { textsOf } from './texts.ts'
import { siblingsOf } from './variants.ts'

/** What the parts of pages are kept in, by the hash of what they are made of. */
export interface Rendering {
  cache: ByteCache
  files: ObjectStore | null
  assets: Assets
  /** The addresses of sites, for links that other servers follow. */
  sites: SiteAddresses
  images: ForeignImages
  tried: TriedRequests
}

/** Everything that a page of a site shows to a reader. */
export async function pageView(visit: SiteVisit, found: FoundPage, rendering: Rendering): Promise<PageView> {
  const { pages, page } = found
  const { row } = pages
  const look = visit.shown.lookAt(row.id)
  const addresses = new Addresses(visit)
  const firstId = found.isFirst ? page.id : ((await pages.first())?.id ?? null)
  const nav = await navigationOf(visit, pages, page, firstId)
  const isFolder = (await pages.withChildren([page])).has(page.id)
  const referring = { pages, page, isFolder }
  const [document, neighbours, variants] = await Promise.all([
    documentOf(visit, referring, rendering),
    look.pagination.enabled ? neighboursOf(visit, pages, page, firstId) : {},
    variantPathsOf(visit, found),
  ])
  const frame = await frameOf(visit, row, rendering, variants)
  const { title, description, icon, emoji, updatedAt, createdAt } = page.page
  const path = page.id === firstId ? '' : pathOf(page)
  const cover = await coverOf(visit, referring, rendering)
  const head = headOf(visit, rendering, {
    pages,
    page,
    path,
    variants,
    hasUpdates: document.html.includes('<div class="updates">'),
  })
  const editHref = look.git.showEditLink ? await editLinkOf(visit, row, page.page) : null
  return {
    frame,
    nav,
    breadcrumbs: breadcrumbsOf(visit, pages, page, firstId),
    title,
    ...(description === undefined ? {} : { description }),
    ...(icon === undefined ? {} : { icon }),
    ...(emoji === undefined ? {} : { emoji }),
    ...(cover ? { cover } : {}),
    layout: layoutOf(page.page),
    html: document.html,
    outline: document.outline,
    operations: document.operations,
    frameOrigins: document.frameOrigins,
    connectOrigins: document.connectOrigins,
    ...neighbours,
    updatedAt: new Date(updatedAt ?? createdAt),
    actions: {
      ...(look.pageActions.markdown ? { markdownHref: `${addresses.page(row, pathOf(page))}.md` } : {}),
      ...(look.pdf.enabled ? { pdfHref: addresses.pdf(row, page.id) } : {}),
      ...(editHref === null ? {} : { editHref }),
      ...(look.pageActions.externalAI ? assistantLinks(visit, head.canonical) : {}),
    },
    ...(look.feedback.enabled ? { feedbackHref: addresses.sending(row, 'feedback', page.id) } : {}),
    ...(look.insights.enabled === false ? {} : { insightsHref: addresses.sending(row, 'insights', page.id) }),
    head,
    scripts: scriptsFor(visit),
  }
}

/** The scripts of integrations that a page loads, from the address of its site. */
const scriptsFor = ({ known, plainBase, isolation }: SiteVisit): { src: string }[] =>
  (isolation.scripts ? known.scripts : []).flatMap(({ path }) => {
    const below = scriptBelow(path)
    return below === null ? [] : [{ src: `${plainBase}/${below}` }]
  })

/** The text of a page as HTML. Equal texts of any pages and readers are rendered once. */
async function documentOf(
  visit: SiteVisit,
  referring: Referring,
  { cache, files, images, tried }: Rendering,
): Promise<RenderedDocument> {
  const { pages, page } = referring
  const look = visit.shown.lookAt(pages.row.id)
  const [text = ''] = await textsOf(visit, pages, [page])
  const { organizationId } = visit.known.site
  const parsed = await parseText(text, organizationId)
  const refs = await resolvedRefs(visit, referring, parsed.refs)
  const specs = await specPartsFor(
    visit,
    { cache, files },
    { spaceId: pages.row.spaceId, refs },
    parsed.specBlocks,
  )
  const frames = framesOf(visit)
  const imageProxy = await imageProxyOf(visit, pages.row, images)
  const settings = {
    refs,
    specs,
    ...(imageProxy ? { imageProxy } : {}),
    canTry: true,
    diagramFrame: new Addresses(visit).asset(siteAssets().diagramFrame.path),
    ...(look.apis?.proxy
      ? { requestProxy: await tried.proxyAt(visit.known.site.id, new Addresses(visit).trying(pages.row)) }
      : {}),
    ...(frames ? { frames } : {}),
    locale: interfaceLocale(visit, pages.row),
    externalTarget: look.externalLinks.target,
    searchHref: new Addresses(visit).search(pages.row),
  }
  const key = `document ${hashOf(JSON.stringify([text, settings]))}`
  const known = cache.get<RenderedDocument>(key)
  if (known) return known
  const rendered = await renderText(parsed, settings, organizationId)
  cache.set(key, rendered, 2 * rendered.html.length + 200 * rendered.outline.length)
  return rendered
}

function breadcrumbsOf(
  visit: SiteVisit,
  { row }: SpacePages,
  page: PlacedPage,
  firstId: string | null,
): ShownLink[] {
  const addresses = new Addresses(visit)
  const above = [...page.above].reverse()
  return above.map((each, at) => {
    const placed = { ...each, above: above.slice(0, at).reverse() }
    return {
      title: each.page.title,
      href: addresses.page(row, each.id === firstId ? '' : pathOf(placed)),
    }
  })
}

/** The path of a page in the variants that have a page there, by the id of the site space. */
async function variantPathsOf(
  visit: SiteVisit,
  { pages, page, isFirst }: FoundPage,
): Promise<Map<string, string>> {
  const rows = siblingsOf(visit, pages.row).filter(({ id }) => id !== pages.row.id)
  const path = pathOf(page)
  const own: [string, string] = [pages.row.id, isFirst ? '' : path]
  if (rows.length === 0 || isFirst || page.page.computedSeed !== undefined) {
    return new Map(isFirst ? [own, ...rows.map(({ id }): [string, string] => [id, ''])] : [own])
  }
  const chains = await findAtPaths(
    visit.ctx.db,
    rows.map(({ spaceId }) => ({
      spaceId,
      root: visit.known.contents.get(spaceId)?.foldersRoot ?? null,
      path,
    })),
  )
  const length = path.split('/').length
  const at = rows.flatMap((row, index) => {
    const ids = chains[index] ?? []
    return ids.length === length ? [{ row, id: ids.at(-1) ?? '' }] : []
  })
  const placed =
    at.length === 0
      ? []
      : await findPlaced(
          visit.ctx.db,
          at.map(({ row, id }) => placeIn(visit, row, id)),
        )
  const seen = await Promise.all(
    at.map(async ({ row }, index) => {
      const page = placed[index]
      // A page that the reader does not see must not be hinted at.
      const visible = page ? await new SpacePages(visit, row).visible([page]) : []
      return visible.length > 0 ? [[row.id, path] as const] : []
    }),
  )
  return new Map([own, ...seen.flat()])
}

/** What shows images of other hosts on the pages of a site space. Null if they are links. */
async function imageProxyOf(
  visit: SiteVisit,
  row: SiteSpaceRow,
  images: ForeignImages,
): Promise<ImageProxy | null> {
  const isShown = visit.shown.lookAt(row.id).externalLinks.images !== 'link'
  return isShown ? images.proxyAt(visit.known.site.id, new Addresses(visit).foreign(row)) : null
}

async function coverOf(
  visit: SiteVisit,
  referring: Referring,
  { images }: Rendering,
): Promise<PageView['cover'] | null> {
  const { cover } = referring.page.page
  const refs = [cover?.ref, cover?.refDark].flatMap((ref) => ref ?? [])
  if (!cover?.ref || refs.length === 0) return null
  const found = await resolvedRefs(visit, referring, refs)
  const proxy = await imageProxyOf(visit, referring.pages.row, images)
  const imageOf = (ref: typeof cover.ref): ThemedImage['light'] | undefined => {
    const image = ref && found[keyOfRef(ref)]
    if (!image) return undefined
    const { width, height } = image.file ?? {}
    const isOwn = image.file !== undefined || !isForeign(image.href) || proxy === null
    const href = isOwn ? image.href : (proxiedImage(proxy, image.href) ?? image.href)
    return { href, ...(width && height ? { width, height } : {}) }
  }
  const [light, dark] = [imageOf(cover.ref), cover.refDark ? imageOf(cover.refDark) : undefined]
  if (!light) return null
  const { yPos, height } = cover
  return { light, ...(dark ? { dark } : {}), yPos, ...(height === undefined ? {} : { height }) }
}
