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
  /** In a preview, the spaces that its maker can read, by their IDs. Otherwise all spaces of the site are shown. */
  readonly spaces?: ReadonlySet<string> | undefined
}

/** The holder of a token for the content of one published site: what the site admitted it with, as the token states. */
export interface SiteReader extends Omit<Visitor, 'shareLinkId' | 'spaces'> {
  /** The digest of the share key that opened the site; null if there was none. */
  readonly shareKeyDigest: string | null
  /** Identifies the key of the site that signed the claims; null if nothing was signed. */
  readonly siteKeyDigest: string | null
  /** Set if the token was issued for the address of a preview. */
  readonly preview: { readonly makerId: string; readonly changeRequestId?: string | undefined } | null
}

/** What tokens of readers begin with, which distinguishes them from API tokens and from tokens of visitors. */
export const READER_TOKEN_PREFIX = 'qrr_'

const READER_BEARER = /^Bearer +qrr_([\w-]{1,4096}\.[\w-]{1,16384}\.[\w-]{0,1024})$/i

/** The signed part of the token of a reader in an `Authorization` header. */
export const readerTokenIn = (authorization: string | undefined): string | null =>
  READER_BEARER.exec(authorization ?? '')?.[1] ?? null

/** The length of the longest token of a visitor that is verified. */
export const MAX_VISITOR_TOKEN = 8_192

const BEARER = /^Bearer +([\w-]{1,4096}\.[\w-]{1,8192}\.[\w-]{0,1024})$/i

/** The token of a visitor in an `Authorization` header: a JSON Web Token, which API tokens are not. */
export function visitorTokenIn(authorization: string | undefined): string | null {
  const token = BEARER.exec(authorization ?? '')?.[1]
  return token === undefined || token.length > MAX_VISITOR_TOKEN ? null : token
}
