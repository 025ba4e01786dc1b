import { jwtVerify, SignJWT } from 'jose'
import { MAX_VISITOR_TOKEN } from '../../../core/access/visitor.ts'
import type { OpenContext } from '../../../core/operations/context.ts'

/** How long a preview is valid. */
const LIFETIME_SECONDS = 60 * 60

/** What a preview shows: a site as visitors with these claims see it. */
export interface Preview {
  siteId: string
  claims: Readonly<Record<string, unknown>>
}

type Signing = Pick<OpenContext, 'now' | 'tools'>

const keyOf = ({ tools }: Signing) => tools.secrets.keyFor('site previews')

export const signPreview = async (ctx: Signing, { siteId, claims }: Preview): Promise<string> =>
  new SignJWT({ claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(siteId)
    .setExpirationTime(Math.floor(ctx.now().getTime() / 1000) + LIFETIME_SECONDS)
    .sign(await keyOf(ctx))

/** The preview that this server has signed, while it is valid; null for anything else. */
export async function verifiedPreview(ctx: Signing, token: string): Promise<Preview | null> {
  if (token.length > MAX_VISITOR_TOKEN) return null
  try {
    const { payload } = await jwtVerify(token, await keyOf(ctx), {
      algorithms: ['HS256'],
      requiredClaims: ['aud', 'exp'],
      currentDate: ctx.now(),
    })
    return { siteId: String(payload.aud), claims: payload.claims as Preview['claims'] }
  } catch {
    return null
  }
}
