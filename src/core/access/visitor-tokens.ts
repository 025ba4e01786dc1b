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
