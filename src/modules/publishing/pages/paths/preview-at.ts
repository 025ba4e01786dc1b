import type { WebAnswer, WebRequest } from '../../../../core/operations/web.ts'
import type { Queryable } from '../../../../platform/database.ts'
import { canonicalJson, hashOf, type PlacedPage } from '../../../revisions/index.ts'
import { languageTags } from '../../../site-texts/index.ts'
import {
  publishedUrl,
  readSiteImage,
  type SiteAddresses,
  type SiteSpaceRow,
  segmentsOfSiteSpace,
} from '../../../sites/index.ts'
import type { PreviewCard } from '../../previews/preview-card.ts'
import type { Previews } from '../../previews/previews.ts'
import type { SiteVisit } from '../../reading/visits.ts'
import { MARKS } from '../addresses.ts'
import { interfaceLocale } from '../frame.ts'
import { noPage, partOf } from './marked-parts.ts'

/** Increase this when the same content is drawn differently. */
const DRAWING = 1
const FRESH_SECONDS = 24 * 60 * 60
const COLOUR = /^#[0-9a-f]{3,8}$/i

/** Everything that the preview of a page shows, with the ID of the logo instead of its image. */
function contentOf(visit: SiteVisit, row: SiteSpaceRow, { page }: PlacedPage) {
  const look = visit.shown.lookAt(row.id)
  const accent = look.styling.primaryColor.light
  return {
    site: look.title ?? visit.known.site.title,
    title: page.title,
    description: page.description ?? '',
    language: row.space.language ?? languageTags[interfaceLocale(visit, row)],
    accent: COLOUR.test(accent) ? accent : '#346ddb',
    logo: look.header.logo?.light ?? null,
  }
}

const previewKey = (content: object): string => hashOf(canonicalJson({ drawing: DRAWING, ...content }))

/** The address of the image of a page that other services show. Undefined where they cannot read the site. */
export function previewUrl(
  visit: SiteVisit,
  sites: SiteAddresses,
  row: SiteSpaceRow,
  page: PlacedPage,
): string | undefined {
  const { site } = visit.known
  const isOpen = site.visibility === 'public' || site.visibility === 'unlisted'
  if (!isOpen || visit.hasSecret) return undefined
  const url = publishedUrl(sites, site, [...segmentsOfSiteSpace(row), MARKS.social, `${page.id}.png`])
  // Services fetch an address once, so it changes with the image.
  return url && `${url.replace(/\/$/, '')}?v=${previewKey(contentOf(visit, row, page)).slice(0, 12)}`
}

/** The image of a page that the reader sees. */
export async function previewAt(
  visit: SiteVisit,
  db: Queryable,
  previews: Previews,
  { charge }: WebRequest,
): Promise<WebAnswer> {
  const { pages, id: name } = partOf(visit, MARKS.social)
  const id = name.replace(/\.png$/, '')
  const page = name === `${id}.png` ? (await pages.byId([id])).get(id) : undefined
  if (!page) throw noPage()
  const { logo, ...content } = contentOf(visit, pages.row, page)
  const bytes = await previews.find(
    previewKey({ ...content, logo }),
    visit.known.site.organizationId,
    charge,
    async () => ({ ...content, ...(await logoOf(visit, db, logo)) }),
  )
  const isOpen = visit.keeping === 'everyone'
  return {
    status: 200,
    body: { type: 'image/png', content: Buffer.from(bytes) },
    headers: { 'cache-control': isOpen ? `public, max-age=${FRESH_SECONDS}` : 'private, no-cache' },
    keeping: visit.keeping,
  }
}

/** The logo, if it can be drawn. */
async function logoOf(
  visit: SiteVisit,
  db: Queryable,
  id: string | null,
): Promise<Pick<PreviewCard, 'logo'>> {
  const isOwn = id !== null && Object.hasOwn(visit.known.images, id)
  const logo = isOwn ? await readSiteImage(db, id) : null
  return logo ? { logo } : {}
}
