const HOME = '/app/'

/** Where to go after a sign-in: a path below `/app/` of this server, and nothing else, whatever a link asks for. */
export function returnPath(search: string, origin: string): string {
  const given = new URLSearchParams(search).get('returnTo')
  if (given === null || !given.startsWith(HOME)) return HOME
  const target = new URL(given, origin)
  // Dots are resolved by now, and control characters removed.
  return target.origin === origin && target.pathname.startsWith(HOME)
    ? target.pathname + target.search + target.hash
    : HOME
}

/** The address of the page to sign in at, which leads back here. */
export const signInPath = ({ pathname, search, hash }: Location): string =>
  pathname === HOME
    ? `${HOME}sign-in`
    : `${HOME}sign-in?returnTo=${encodeURIComponent(pathname + search + hash)}`
