import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { OpenContext } from '../../core/operations/context.ts'

export type Signing = Pick<OpenContext, 'now'> & { tools: Pick<OpenContext['tools'], 'secrets'> }

/** What this server signs, each with a key of its own, so that no token can be used as another. */
type Purpose = 'site previews' | 'site readers'

/** Signs a token about a site until `end`, in seconds. The same payload and end result in the same token. */
export async function signedToken(
  { tools }: Signing,
  purpose: Purpose,
  { siteId, payload, end }: { siteId: string; payload: JWTPayload; end: number },
): Promise<string> {
  const [key] = await tools.secrets.keysFor(purpose)
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(siteId)
    .setExpirationTime(Math.floor(end))
    .sign(key)
}

/** The payload of a token that this server has signed for this purpose, while it is valid; null for anything else. */
export async function verifiedToken(
  { now, tools }: Signing,
  purpose: Purpose,
  token: string,
): Promise<(JWTPayload & { aud: string; exp: number }) | null> {
  for (const key of await tools.secrets.keysFor(purpose)) {
    const verified = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      requiredClaims: ['aud', 'exp'],
      currentDate: now(),
    }).catch(() => null)
    if (verified)
      return { ...verified.payload, aud: String(verified.payload.aud), exp: verified.payload.exp ?? 0 }
  }
  return null
}
