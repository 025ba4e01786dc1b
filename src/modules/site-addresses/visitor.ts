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

declare module '../../core/access/viewer.ts' {
  interface Reader extends SiteReader {}
}
