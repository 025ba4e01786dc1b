import type { WebRequest } from '../../../core/operations/web.ts'
import type { VisitedSite } from '../../site-visitors/index.ts'

/** The token of a visitor, as a parameter of an address and as a cookie of the site. */
const TOKEN_PARAMETER = 'jwt_token'
const TOKEN_COOKIE = 'quire-visitor'
const CLAIMS_COOKIE = 'quire-claims'
const CLAIM_PREFIX = 'visitor.'
/** Browsers keep no longer cookies. */
const MAX_COOKIE = 3_800
const MAX_CLAIMS = 50

export interface GivenToken {
  value: string | null
  /** Whether it is in the address, and not yet in a cookie. */
  isNew: boolean
  cookies: string[]
}

/** Whether a request has cookies of a site. */
export const hasCredentials = ({ cookies }: WebRequest): boolean =>
  [TOKEN_COOKIE, CLAIMS_COOKIE].some((name) => name in cookies || `${HOST_PREFIX}${name}` in cookies)

const isSecure = ({ origin }: WebRequest): boolean => origin.startsWith('https:')

/** Cookies with this prefix cannot be set by other hosts: sites can have hosts of the same domain. */
const HOST_PREFIX = '__Host-'
const nameOf = (name: string, base: string, request: WebRequest): string =>
  isSecure(request) && base === '' ? `${HOST_PREFIX}${name}` : name

/** A cookie of one site: it is sent to its host below its path alone, and scripts do not see it. */
function cookieOf(name: string, value: string, base: string, request: WebRequest): string {
  const path = base === '' ? '/' : base
  const attributes = `Path=${path}; HttpOnly; SameSite=Lax${isSecure(request) ? '; Secure' : ''}`
  return `${nameOf(name, base, request)}=${value}; ${attributes}`
}

const cookieIn = (name: string, base: string, request: WebRequest): string | undefined =>
  request.cookies[nameOf(name, base, request)]

/** The token that a visitor has presented. It is not verified yet. */
export function givenToken(request: WebRequest, base: string): GivenToken {
  const given = request.query.get(TOKEN_PARAMETER)
  if (given !== null && given.length <= MAX_COOKIE && /^[\w.-]{1,3800}$/.test(given)) {
    return { value: given, isNew: true, cookies: [cookieOf(TOKEN_COOKIE, given, base, request)] }
  }
  return { value: given ?? cookieIn(TOKEN_COOKIE, base, request) ?? null, isNew: false, cookies: [] }
}

type Form = { type?: string; properties?: Record<string, { type?: string }> }

/** Claims that nothing proves: those in the address, and those that were there before. */
export function unsignedClaims(
  request: WebRequest,
  base: string,
  { jsonSchema }: VisitedSite,
): { claims: Record<string, unknown>; cookies: string[] } {
  const before = claimsIn(cookieIn(CLAIMS_COOKIE, base, request))
  const given = [...request.query].filter(([name]) => name.startsWith(CLAIM_PREFIX)).slice(0, MAX_CLAIMS)
  if (given.length === 0 || jsonSchema === null) return { claims: before, cookies: [] }
  const forms = (JSON.parse(jsonSchema) as { properties?: Record<string, Form> }).properties?.unsigned
  const claims = { ...before }
  for (const [name, text] of given) {
    const claim = name.slice(CLAIM_PREFIX.length).replace(/^unsigned\./, '')
    if (claim !== '__proto__') claims[claim] = claimOf(text, forms?.properties?.[claim]?.type)
  }
  const value = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return {
    claims,
    cookies: value.length > MAX_COOKIE ? [] : [cookieOf(CLAIMS_COOKIE, value, base, request)],
  }
}

/** An address has texts only, so values have the type that the schema gives them. */
function claimOf(text: string, type: string | undefined): unknown {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  if (type === 'number') return text.trim() === '' ? text : Number(text)
  return type === 'array' ? text.split(',') : text
}

function claimsIn(cookie: string | undefined): Record<string, unknown> {
  if (cookie === undefined || cookie.length > MAX_COOKIE) return {}
  try {
    const claims: unknown = JSON.parse(Buffer.from(cookie, 'base64url').toString())
    return typeof claims === 'object' && claims !== null && !Array.isArray(claims) ? { ...claims } : {}
  } catch {
    return {}
  }
}
