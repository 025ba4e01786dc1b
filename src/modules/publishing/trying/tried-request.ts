import { z } from 'zod'

const MAX_HEADERS = 30

/** Headers about the connection or the sender, which only the server sets. */
const OWN =
  /^(?:host|cookie2?|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|via|forwarded|origin|referer|accept-encoding|user-agent|x-real-ip|x-http-method.*|(?:proxy|sec|x-forwarded)-.*)$/i

const Header = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/)
  .refine((name) => !OWN.test(name))

/** Printable characters: a line break would begin another header. */
const Value = z.string().regex(/^[\t\x20-\x7e]{0,4000}$/)

/** A request that a reader has typed into the form of an operation. */
export const TriedRequest = z.object({
  server: z.url().max(2_000),
  signature: z.string().max(100),
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string().regex(/^\/[\x21-\x7e]{0,4000}$/),
  headers: z
    .record(Header, Value)
    .refine((headers) => Object.keys(headers).length <= MAX_HEADERS)
    .default({}),
  body: z.string().max(64_000).optional(),
})
