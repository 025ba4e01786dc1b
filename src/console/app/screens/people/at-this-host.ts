/** A link to this server with the address that the browser shows, such as `localhost`, where passkeys can be used. */
export const atThisHost = (link: string): string => {
  const { pathname, search, hash } = new URL(link, location.origin)
  return location.origin + pathname + search + hash
}
