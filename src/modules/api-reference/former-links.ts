/**
 * Links to a former version of the reference name an operation in their fragment, `/docs#/Users/getUserById`, which is not
 * sent to the server. Runs on the first page.
 */
export const FORMER_LINKS = `{
  const [mark, tag, operation] = location.hash.split('/')
  if (mark === '#' && tag) {
    const page = decodeURIComponent(tag).trim().toLowerCase().replace(/[^a-z0-9]+/g, '-')
    location.replace(location.pathname.replace(/\\/$/, '') + '/' + page + (operation ? '/' + encodeURIComponent(operation) : ''))
  }
}
`
