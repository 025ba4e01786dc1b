import type { BookPart } from './book.ts'

/** The part of a URL that identifies the pages of a PDF. */
export const nameOfPart = ({ page, only }: BookPart): string =>
  `${page === null ? 'all' : `${page}${only ? '.only' : ''}`}.pdf`

export function partFrom(name: string): BookPart | null {
  const [, of, page, only] = /^(all|([a-zA-Z0-9_-]{1,64})(\.only)?)\.pdf$/.exec(name) ?? []
  if (of === undefined) return null
  return of === 'all' ? { page: null, only: false } : { page: page ?? null, only: only !== undefined }
}
