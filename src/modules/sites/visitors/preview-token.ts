import { jwtVerify, SignJWT } from 'jose'
import { MAX_VISITOR_TOKEN } from '../../../core/access/visitor.ts'
import type { OpenContext } from '../../../core/operations/context.ts'

/** How long a preview is valid. */
const LIFETIME_SECONDS = 60 * 60

/** What a preview shows: a site as visitors with these claims see it. */
export interface Preview {
  siteId: string
  claims: Readonly<Record<string, unknown>>
  /** The change request whose content is shown instead of the main content of its space. */
  changeRequestId?: string | undefined
}

type Signing = Pick<OpenContext, 'now' | 'tools'>

const keysOf = ({ tools }: Signing) => tools.secrets.keysFor('site previews')

export const signPreview = async (
  ctx: Signing,
  { siteId, claims, changeRequestId }: Preview,
): Promise<string> =>
  new SignJWT({ claims, ...(changeRequestId === undefined ? {} : { changeRequest: changeRequestId }) })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(siteId)
    .setExpirationTime(Math.floor(ctx.now().getTime() / 1000) + LIFETIME_SECONDS)
    .sign((await keysOf(ctx))[0])

/** The preview that this server has signed, while it is valid; null for anything else. */
export async function verifiedPreview(ctx: Signing, token: string): Promise<Preview | null> {
  if (token.length > MAX_VISITOR_TOKEN) return null
  for (const key of await keysOf(ctx)) {
    const verified = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      requiredClaims: ['aud', 'exp'],
      currentDate: ctx.now(),
    }).catch(() => null)
    if (verified) {
      const { aud, claims, changeRequest } = verified.payload
      return {
        siteId: String(aud),
        claims: claims as Preview['claims'],
        ...(typeof changeRequest === 'string' ? { changeRequestId: changeRequest } : {}),
      }
    }
  }
  return null
}
