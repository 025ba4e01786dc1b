import { MAX_VISITOR_TOKEN } from '../../../core/access/visitor-tokens.ts'
import { type Signing, signedToken, verifiedToken } from '../signed-tokens.ts'

/** What a preview shows: a site as visitors with these claims see it. */
export interface Preview {
  siteId: string
  /** The user who made it. It shows no space that they cannot read. */
  makerId: string
  claims: Readonly<Record<string, unknown>>
  /** The change request whose content is shown instead of the main content of its space. */
  changeRequestId?: string | undefined
}

const PURPOSE = 'site previews'
const LIFETIME_SECONDS = 60 * 60

export const signPreview = (
  ctx: Signing,
  { siteId, makerId, claims, changeRequestId }: Preview,
): Promise<string> =>
  signedToken(ctx, PURPOSE, {
    siteId,
    end: ctx.now().getTime() / 1000 + LIFETIME_SECONDS,
    payload: {
      maker: makerId,
      claims,
      ...(changeRequestId === undefined ? {} : { changeRequest: changeRequestId }),
    },
  })

/** The preview that this server has signed, and when it ends in seconds, while it is valid; null for anything else. */
export async function verifiedPreview(
  ctx: Signing,
  token: string,
): Promise<(Preview & { end: number }) | null> {
  const payload = token.length > MAX_VISITOR_TOKEN ? null : await verifiedToken(ctx, PURPOSE, token)
  if (!payload) return null
  const { aud, exp, maker, claims, changeRequest } = payload
  if (typeof maker !== 'string') return null
  return {
    siteId: aud,
    makerId: maker,
    end: exp,
    claims: claims as Preview['claims'],
    ...(typeof changeRequest === 'string' ? { changeRequestId: changeRequest } : {}),
  }
}
