/**
 * A reader of a published site whom the site has admitted. A visitor is not a user: it has no role and no scopes,
 * and loaders, which work for a `Viewer`, do not accept it.
 */
export interface Visitor {
  readonly siteId: string
  /** The share link whose key was sent, if the site is open to share links. */
  readonly shareLinkId: string | null
  /** The claims of a verified token, and those that the visitor sent without proof. */
  readonly claims: { readonly signed: object | null; readonly unsigned: object | null }
}

/** The length of the longest token of a visitor that is verified. */
export const MAX_VISITOR_TOKEN = 8_192

const BEARER = /^Bearer +([\w-]{1,4096}\.[\w-]{1,8192}\.[\w-]{0,1024})$/i

/** The token of a visitor in an `Authorization` header: a JSON Web Token, which API tokens are not. */
export function visitorTokenIn(authorization: string | undefined): string | null {
  const token = BEARER.exec(authorization ?? '')?.[1]
  return token === undefined || token.length > MAX_VISITOR_TOKEN ? null : token
}
