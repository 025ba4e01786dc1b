import { createHmac, timingSafeEqual } from 'node:crypto'

/** The address below which a site serves images of other hosts, and the key that signs their addresses. */
export interface ImageProxy {
  base: string
  key: string
}

/** Longer addresses would not fit into a path. */
const MAX_URL_BYTES = 1_800
/** The characters of a signature: 132 bits. */
const SIGNATURE = 22

const signatureOf = (key: string, url: string): string =>
  createHmac('sha256', key).update(url).digest('base64url').slice(0, SIGNATURE)

/** The address at which a site serves an image of another host. Null for one that it cannot serve. */
export function proxiedImage({ base, key }: ImageProxy, href: string): string | null {
  const url = href.startsWith('//') ? `https:${href}` : href
  if (!/^https?:\/\//i.test(url) || Buffer.byteLength(url) > MAX_URL_BYTES || !URL.canParse(url)) return null
  return `${base}/${signatureOf(key, url)}/${Buffer.from(url).toString('base64url')}`
}

/** The address of the image that a signed name means. Null if no page of the site has it. */
export function urlOfProxied(keys: readonly string[], signature: string, name: string): string | null {
  const url = Buffer.from(name, 'base64url').toString()
  const given = Buffer.from(signature)
  const isSigned = keys.some((key) => {
    const expected = Buffer.from(signatureOf(key, url))
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
  return isSigned ? url : null
}
