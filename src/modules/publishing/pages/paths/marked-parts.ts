import { notFound } from '../../../../core/errors.ts'
import type { ObjectStore } from '../../../../platform/files/object-store.ts'
import { findDownload } from '../../../content/index.ts'
import type { SiteVisit } from '../../reading/visits.ts'
import { MARKS, markedIn, siteSpaceNamed } from '../addresses.ts'
import { SpacePages } from '../space-pages.ts'

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
