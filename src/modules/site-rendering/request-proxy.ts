import { createHmac, timingSafeEqual } from 'node:crypto'

/** The address at which a site sends the requests that readers try, and the key that signs the servers of its documents. */
export interface RequestProxy {
  href: string
  key: string
}

const signatureOf = (key: string, server: string): string =>
  createHmac('sha256', key).update(`server ${server}`).digest('base64url')

/** What a page names a server with. */
export const signedServer = ({ key }: RequestProxy, server: string): string => signatureOf(key, server)

/** Whether a page of the site has named a server. */
export function isSignedServer(keys: readonly string[], server: string, signature: string): boolean {
  const given = Buffer.from(signature)
  return keys.some((key) => {
    const expected = Buffer.from(signatureOf(key, server))
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
}
