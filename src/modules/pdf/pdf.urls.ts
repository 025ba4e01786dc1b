import type { Urls } from '../../http/urls.ts'
import type { BookPart } from './book/book.ts'
import { nameOfPart } from './book/part-name.ts'

const LIFETIME_MS = 60 * 60 * 1000
const MINUTE_MS = 60 * 1000

/** The path of the PDF of a part of a revision. It is signed before it is handed out. */
export const pdfPath = (spaceId: string, revisionId: string, part: BookPart): string =>
  `/pdf/${spaceId}/${revisionId}/${nameOfPart(part)}`

/** The URL of the PDF of a revision. It needs no token and is valid for an hour. */
export const pdfUrl = (urls: Urls, spaceId: string, revisionId: string, name: string) =>
  urls.signed(`/pdf/${spaceId}/${revisionId}/${name}`, LIFETIME_MS, MINUTE_MS)
