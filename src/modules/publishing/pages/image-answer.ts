import type { WebAnswer } from '../../../core/operations/web.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { PublishedAddress } from '../../site-addresses/index.ts'
import { findSiteAt } from '../../site-visitors/index.ts'
import { findSiteImage } from '../../sites/index.ts'
import { MARKS } from './addresses.ts'

/**
 * An image of the frame of a site, such as its logo. Pages for readers who were not admitted show it, and other services
 * fetch it without credentials. Null if the address is not that of one.
 */
export async function imageAnswer(db: Queryable, address: PublishedAddress): Promise<WebAnswer | null> {
  const [id, ...more] = address.segments.slice(address.segments.indexOf(MARKS.images) + 1)
  const site = id === undefined || more.length > 0 ? null : await findSiteAt(db, address)
  const image = site && id !== undefined ? await findSiteImage(db, id, site.id) : null
  const opened = await image?.open(async () => {})
  if (!image || !opened) return null
  return {
    status: 200,
    headers: image.headers,
    stream: { bytes: opened.bytes, tag: image.tag },
    keeping: 'everyone',
    isImmutable: true,
  }
}
