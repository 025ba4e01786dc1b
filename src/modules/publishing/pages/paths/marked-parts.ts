import { notFound } from '../../../../core/errors.ts'
import type { WebOptions } from '../../../../core/operations/web.ts'
import type { ObjectStore } from '../../../../platform/files/object-store.ts'
import { findDownload } from '../../../content/index.ts'
import { pdfPath } from '../../../pdf/index.ts'
import type { SiteVisit } from '../../reading/visits.ts'
import { MARKS, markedIn, siteSpaceNamed } from '../addresses.ts'
import { SpacePages } from '../space-pages.ts'

const HOUR_MS = 60 * 60 * 1000
const MINUTE_MS = 60 * 1000

export const noPage = () => notFound('A page at this address')

/** The site space and the first segment after a mark. */
export function partOf(
  visit: SiteVisit,
  mark: string,
): { pages: SpacePages; id: string; name: string | undefined } {
  const { above, rest } = markedIn(visit.segments, mark) ?? { above: [], rest: [] }
  const row = siteSpaceNamed(visit.shown.siteSpaces, above)
  const [id, name, ...more] = rest
  if (!row || id === undefined || more.length > 0) throw noPage()
  return { pages: new SpacePages(visit, row), id, name }
}

/** The address of a page as PDF, which is valid for an hour. */
export async function pdfAt(visit: SiteVisit, { signed }: Pick<WebOptions, 'signed'>): Promise<string> {
  const { pages, id: name } = partOf(visit, MARKS.pdf)
  const id = name.replace(/\.pdf$/, '')
  const content = visit.known.contents.get(pages.row.spaceId)
  const isOn = visit.shown.lookAt(pages.row.id).pdf.enabled
  const page = isOn ? (await pages.byId([id])).get(id) : undefined
  if (!page || !content) throw noPage()
  const path = pdfPath(content.spaceId, content.id, { page: id, only: true })
  return signed(path, HOUR_MS, MINUTE_MS)
}

/** A file of the content that the reader sees now. */
export async function fileAt(visit: SiteVisit, files: ObjectStore | null) {
  const { pages, id: key, name } = partOf(visit, MARKS.files)
  const [id = '', blob = ''] = key.split('.', 2)
  const record = (await pages.snapshot.files([id])).get(id)
  if (record?.blob !== blob) throw noPage()
  const place = { spaceId: pages.row.spaceId, blob, name: name ?? record.name }
  const download = await findDownload({ db: visit.ctx.db, files }, place)
  const opened = await download?.open()
  if (!download || !opened) throw noPage()
  return { tag: download.tag, ...opened }
}
