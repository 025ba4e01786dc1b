import type { Child } from './children.ts'
import { CONTENT_TOKEN } from './content-seed.ts'

/** One request below `/v1`, with the token of the content database unless another one, or null, is given. */
export async function askRest<Body>(
  gateway: Child,
  method: string,
  path: string,
  body?: object,
  token: string | null = CONTENT_TOKEN,
): Promise<{ body: Body; bytes: number }> {
  const response = await fetch(`${gateway.origin}/v1${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`)
  return { body: (text === '' ? {} : JSON.parse(text)) as Body, bytes: Buffer.byteLength(text) }
}
