import type { Urls } from '../../http/urls.ts'

const LIFETIME_MS = 60 * 60 * 1000
const MINUTE_MS = 60 * 1000

/** The URL of the PDF of a revision. It needs no token and is valid for an hour. */
export const pdfUrl = (urls: Urls, spaceId: string, revisionId: string, name: string) =>
  urls.signed(`/pdf/${spaceId}/${revisionId}/${name}`, LIFETIME_MS, MINUTE_MS)
