import { AnswerMeter } from '../../../core/answer-meter.ts'
import { DomainError, notFound } from '../../../core/errors.ts'
import type { Keeping, Visit, WebOptions, WebRequest } from '../../../core/operations/web.ts'
import { StatementLimit } from '../../../platform/statement-limit.ts'
import { canonicalJson, hashOf } from '../../revisions/index.ts'
import { hostingOf, type PublishedAddress, parseAddress, type Visitor } from '../../site-addresses/index.ts'
import {
  admit,
  type Credentials,
  claimsOf,
  findVisitedAt,
  type Visited,
  type VisitedSite,
  type VisitorReads,
} from '../../site-visitors/index.ts'
import type { Claims, Customization } from '../../sites/index.ts'
import { type GivenToken, givenToken, hasCredentials, unsignedClaims } from './given-credentials.ts'
import { type Isolation, isolationAt } from './isolation.ts'
import { type KnownSite, readSite } from './known-site.ts'
import { NotShown, notAdmitted } from './not-shown.ts'
import { baseWith, namedPlace, pathTo, placeOf, type SitePlace, withoutToken } from './places.ts'
import { withProposal } from './proposals.ts'
import { type ShownSite, shownSite } from './shown-site.ts'
import { type Stamp, Trusted } from './trusted.ts'

/** A reader of a site, and what they see of it. */
export interface Reader {
  ctx: Pick<VisitorReads, 'db'>
  known: KnownSite
  claims: Claims
  shown: Pick<ShownSite, 'siteSpaces'>
  /** True for members, who see pages whose conditions they do not meet. */
  seesAll?: boolean
}

/** A reader in a browser: what they see, and how their addresses begin. */
export interface SiteVisit extends Visit, Reader {
  shown: ShownSite
  /** The path that all addresses of the site begin with, for this reader. */
  base: string
  /** The same without a share key or the token of a preview. */
  plainBase: string
  isolation: Isolation
  /** The site as it was found, and its key in the memory of this node. */
  visited: Visited
  visitedKey: string
}

/** What an address leads to: a reader, or the same site without something that was in the address. */
export type Entered = SiteVisit | { moveTo: string; cookies: string[]; isPermanent?: boolean }

const nothing = ({ preview }: Credentials = {}) =>
  new NotShown(notFound('A site at this address'), preview ? 'previewEnded' : 'noSite')

/** The heap size of a visited site without its schema. */
const VISITED_BYTES = 3_000
/** The heap size of a reader whose site is kept anyway. */
const EXPRESS_BYTES = 600
// Control characters cannot be part of a path, and PostgreSQL stores no zero byte.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it finds.
const CONTROL = /[\u0000-\u001f\u007f]/

/** Finds sites by their addresses, and admits readers. What was read is kept for a second at most. */
export class Visits {
  readonly options: WebOptions
  readonly #trusted: Trusted

  constructor(options: WebOptions) {
    this.options = options
    this.#trusted = new Trusted(options.cache, options.now)
  }

  get forget(): Trusted['forget'] {
    return this.#trusted.forget
  }

  /** The reader of a request. Throws `NotShown` for those who are not admitted. */
  async enter(request: WebRequest): Promise<Entered> {
    const isPlain = request.query.size === 0 && !hasCredentials(request)
    const express = isPlain ? expressKey(request.origin, request.path) : null
    const known = isPlain ? this.known(request.origin, request.path) : undefined
    if (known) return { ...known, ctx: this.#contextOf(request) }
    const entered = await this.#enter(request)
    if (express !== null && 'known' in entered && entered.keeping === 'everyone') {
      const kept: Express = { visit: entered, stamp: null }
      this.options.cache.set(express, kept, EXPRESS_BYTES + 4 * express.length)
    }
    return entered
  }

  /** The reader of an equal request, on a site that is the same for all, while what is known of it can be used. */
  known(origin: string, path: string): SiteVisit | undefined {
    const before = this.options.cache.get<Express>(expressKey(origin, path))
    if (!before) return undefined
    const { visit, stamp } = before
    if (stamp && this.#trusted.isFresh(stamp)) return visit
    const { known, visited, visitedKey } = visit
    before.stamp = this.#trusted.stampFor(
      new Map<string, unknown>([
        [siteKey(known.site.id), known],
        [visitedKey, visited],
      ]),
    )
    return before.stamp ? visit : undefined
  }

  async #enter(request: WebRequest): Promise<Entered> {
    const address = parseAddress(`${request.origin}${request.path}`, hostingOf(this.options.tools.settings))
    if (!address) throw new DomainError('invalid_input', 'The path of this address is not encoded correctly.')
    if (address.segments.some((segment) => CONTROL.test(segment) || segment.includes('/'))) throw nothing()
    const ctx = this.#contextOf(request)
    const given = request.query.get('shareKey') ?? undefined
    const preview = request.query.get('preview') ?? undefined
    const credentials: Credentials = {
      shareKey: address.shareKey ?? given,
      preview: address.preview ?? preview,
    }
    const { visited: known, key: visitedKey } = await this.#visited(ctx, address, credentials)
    if (!known) throw nothing(credentials)
    const place = placeOf(address, known, request)
    const origin = address.own && hostingOf(this.options.tools.settings).originOf(known.site.id)
    if (origin) {
      // By path, sites share an origin, so a site is shown at its own one.
      const path = pathTo({ ...place, plainBase: '' }, request.query, credentials)
      return { moveTo: `${origin}${path}`, cookies: [], isPermanent: true }
    }
    const named = namedPlace(place, address, known)
    if (named) return { moveTo: pathTo(named, request.query, credentials), cookies: [] }
    if (given ?? preview) {
      // They stay in the path, where links keep them.
      return { moveTo: pathTo(place, withoutToken(request.query), credentials), cookies: [] }
    }
    const token = givenToken(request, place.plainBase)
    // A site gets its key when an admin first reads it, of which nodes are not notified.
    const isWithoutKey = token.value !== null && known.site.sealedKey === null
    const visited = isWithoutKey ? ((await findVisitedAt(ctx, address, credentials)) ?? known) : known
    if (token.isNew) {
      await this.#admit(ctx, visited, place.plainBase, { ...credentials, token: token.value })
      return { moveTo: pathTo(place, withoutToken(request.query), credentials), cookies: token.cookies }
    }
    return this.#visitOf(ctx, visited, { credentials, token, place, request, visitedKey, address })
  }

  async #visitOf(
    ctx: VisitorReads,
    visited: Visited,
    { credentials, token, place, request, visitedKey, address }: Asked,
  ): Promise<SiteVisit> {
    const { site, preview } = visited
    const unsigned = unsignedClaims(request, place.plainBase, site)
    const visitor = await this.#admit(ctx, visited, place.plainBase, {
      ...credentials,
      token: token.value,
      unsignedClaims: unsigned.claims,
    })
    const known = await withProposal(ctx, await this.#knownOf(ctx, site), preview?.changeRequestId)
    const claims = claimsOf(site, visitor)
    const shown = await this.#shownOf(known, visitor, claims)
    const isolation = isolationAt(address, visited, this.options.isApart)
    const secret = credentials.shareKey ?? credentials.preview
    const base = baseWith(place.plainBase, credentials)
    const keeping: Keeping =
      site.visibility === 'public' && site.jsonSchema === null && secret === undefined ? 'everyone' : 'reader'
    return {
      ctx,
      known,
      claims,
      shown,
      base,
      plainBase: place.plainBase,
      segments: place.segments,
      visited,
      visitedKey,
      key: `${shown.key} ${base} ${isolation.scripts} ${isolation.frames}`,
      isolation,
      cookies: [...token.cookies, ...unsigned.cookies],
      keeping,
      hasSecret: secret !== undefined,
      scripts: isolation.scripts
        ? known.scripts.map(({ contentSecurityPolicy }) => ({ policy: contentSecurityPolicy }))
        : [],
    }
  }

  /** Admits a reader. Those of a site with sign-in who are not admitted are sent there. */
  async #admit(
    ctx: VisitorReads,
    visited: Visited,
    base: string,
    credentials: Credentials,
  ): Promise<Visitor> {
    try {
      return await admit(ctx, visited, credentials)
    } catch (error) {
      throw error instanceof DomainError
        ? notAdmitted(error, { site: visited.site, base }, credentials)
        : error
    }
  }

  /** How a site looks that did not admit a reader: its style and language, and nothing of its content. */
  async lookOf(request: WebRequest, site: VisitedSite): Promise<Customization> {
    return (await this.#knownOf(this.#contextOf(request), site)).customizations.site
  }

  async #visited(ctx: VisitorReads, address: PublishedAddress, credentials: Credentials): Promise<FoundSite> {
    if (credentials.preview) return { visited: await findVisitedAt(ctx, address, credentials), key: '' }
    const suffix = credentials.shareKey === undefined ? '' : ` ${hashOf(credentials.shareKey)}`
    const { own, generated, host, proxies } = address
    const names = own
      ? [`own ${own.organization}/${own.site}`]
      : generated !== null
        ? [`generated ${generated}`]
        : [`host ${host}`, ...proxies.map(({ proxy }) => `proxy ${proxy}`).reverse()]
    for (const name of names) {
      const key = `visited ${name}${suffix}`
      const known = this.#trusted.peek<Visited>(key)
      if (known) return { visited: known, key }
    }
    const mark = this.#trusted.mark()
    const visited = await findVisitedAt(ctx, address, credentials)
    if (!visited) return { visited, key: '' }
    const { site } = visited
    const isWrong = credentials.shareKey !== undefined && site.shareLinkId === null
    const name = host === '' ? names[0] : visited.taken === 0 ? `host ${host}` : `proxy ${site.proxy}`
    // A wrong key is charged each time that it is tried.
    if (isWrong) return { visited, key: '' }
    const key = `visited ${name}${suffix}`
    this.#trusted.keep(key, mark, {
      value: visited,
      organizationId: site.organizationId,
      bytes: VISITED_BYTES + 2 * (site.jsonSchema?.length ?? 0),
    })
    return { visited, key }
  }

  #knownOf(ctx: VisitorReads, site: VisitedSite): Promise<KnownSite> {
    return this.#trusted.read(siteKey(site.id), async () => {
      const value = await readSite(ctx.db, site)
      return { value, organizationId: site.organizationId, bytes: value.bytes }
    })
  }

  /** What readers with the same claims see is decided once. */
  async #shownOf(known: KnownSite, visitor: Visitor, claims: Claims): Promise<ShownSite> {
    const { cache } = this.options
    const { spaces } = visitor
    // Without a schema, conditions can refer to nothing of a visitor, so all of them see the same.
    const differing = [
      ...(known.site.jsonSchema === null ? [] : [claims]),
      ...(spaces ? [[...spaces].sort()] : []),
    ]
    const key = `shown ${known.fingerprint} ${differing.length === 0 ? '' : hashOf(canonicalJson(differing))}`
    const before = cache.get<ShownSite>(key)
    if (before) return before
    const shown = await shownSite(known, visitor, claims, key)
    cache.set(key, shown, known.bytes)
    return shown
  }

  #contextOf(request: WebRequest): VisitorReads {
    const { database, now, tools } = this.options
    const meter = new AnswerMeter({
      bytes: Number.MAX_SAFE_INTEGER,
      charge: (points) => request.charge(points),
    })
    return { db: new StatementLimit(database, request.source), now, tools, meter }
  }
}

const expressKey = (origin: string, path: string): string => `express ${origin}${path}`
const siteKey = (id: string): string => `site ${id}`

/** A reader of a site that is the same for all, and until when that is known. */
interface Express {
  readonly visit: SiteVisit
  stamp: Stamp | null
}

/** A site that was found, and its key in the memory of this node. */
interface FoundSite {
  visited: Visited | null
  key: string
}

interface Asked {
  credentials: Credentials
  token: GivenToken
  place: SitePlace
  request: WebRequest
  visitedKey: string
  address: PublishedAddress
}
