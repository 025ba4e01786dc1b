/** Paths that mean something else: the API gives such pages an address with `~page/`, too. */
const TAKEN = /^(?:changes\/\d+|revisions\/rev_[^/]*)(?:\/|$)/

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/** The address of a space, or of a page in it. */
export function addressOf(space: string, path = ''): string {
  const prefix = TAKEN.test(path) ? '~page/' : ''
  return `/app/s/${space}${path === '' ? '' : `/${prefix}${encoded(path)}`}`
}

/** The address of an earlier revision, or of a page in it. */
export const revisionAddressOf = (space: string, revision: string, path = ''): string =>
  `/app/s/${space}/revisions/${revision}${path === '' ? '' : `/${encoded(path)}`}`

/** The address of a change request, or of a page in it. */
export const changeAddressOf = (space: string, number: number, path = ''): string =>
  `/app/s/${space}/changes/${number}${path === '' ? '' : `/${encoded(path)}`}`
