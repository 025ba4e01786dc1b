import type { Urls } from '../../http/urls.ts'

const LIFETIME_MS = 60 * 60 * 1000
const MINUTE_MS = 60 * 1000

/** Where a revision is as a PDF, for an hour, without a token. */
export const pdfUrl = (urls: Urls, spaceId: string, revisionId: string, name: string) =>
  urls.signed(`/pdf/${spaceId}/${revisionId}/${name}`, LIFETIME_MS, MINUTE_MS)
