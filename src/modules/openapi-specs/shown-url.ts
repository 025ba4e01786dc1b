const SECRET_NAME = /token|key|secret|password|passwd|signature|^sig$|auth|credential/i
const HIDDEN = 'hidden'

/** A URL that can be shown: without user name and password, and without the values of secret parameters. */
export function shownUrl(text: string): string {
  const url = new URL(text)
  url.username = ''
  url.password = ''
  for (const name of new Set(url.searchParams.keys())) {
    if (SECRET_NAME.test(name)) url.searchParams.set(name, HIDDEN)
  }
  return url.href
}
