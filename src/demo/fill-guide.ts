import { Caller, type Store } from '../core/operations/caller.ts'
import { noTools } from '../core/operations/no-tools.ts'
import type { PublishedSite } from '../modules/sites/index.ts'
import { callOperation, changeContent } from './call-operation.ts'
import { guidePages, guidePictures, type PictureName, proposedComments, proposedText } from './guide.ts'

interface GuideOptions {
  userId: string
  organizationId: string
  spaceId: string
  now: Date
}

/**
 * Writes the guide to Quire into an empty space, with an open change request and comments, and publishes it. Returns the
 * site.
 */
export async function fillGuide(
  store: Store,
  { userId, organizationId, spaceId, now }: GuideOptions,
): Promise<PublishedSite> {
  const viewer = { userId, tokenId: '', scopes: [], expiresAt: null }
  const caller = new Caller(store, viewer, () => now, noTools)
  const change = (changes: object[], changeRequestId?: string) =>
    changeContent(caller, { spaceId, changeRequestId }, changes)
  const pictures = guidePictures()
  const files = pictures.map(({ file, bytes }) => ({ name: file, base64: bytes.toString('base64') }))
  const inserted = await change([{ operation: 'insert_files', files }])
  const images = Object.fromEntries(pictures.map(({ name }, at) => [name, `/files/${inserted[at]?.id}`]))
  const pages = guidePages(images as Record<PictureName, string>)
  const written = await change(
    pages.map(({ markdown, ...page }) => ({ operation: 'insert_page', ...page, document: { markdown } })),
  )
  const page = written[pages.findIndex(({ slug }) => slug === 'change-requests')]?.id ?? ''
  const { id: changeRequestId } = await callOperation<{ id: string }>(caller, 'changeRequests.create', {
    spaceId,
    subject: 'Explain how change requests are updated',
  })
  await change([{ operation: 'update_page', page, document: { markdown: proposedText } }], changeRequestId)
  await callOperation(caller, 'changeRequests.update', { spaceId, changeRequestId, status: 'open' })
  for (const markdown of proposedComments) {
    await callOperation(caller, 'comments.post', { spaceId, changeRequestId, page, body: { markdown } })
  }
  const site = await callOperation<{ id: string }>(caller, 'sites.create', {
    organizationId,
    title: 'Guide to Quire',
    spaces: [spaceId],
  })
  const at = { organizationId, siteId: site.id }
  await callOperation(caller, 'sites.update', { ...at, basename: 'guide' })
  return callOperation(caller, 'sites.publish', at)
}
