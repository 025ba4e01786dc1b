import { html } from '../../../core/html.ts'
import type { WebAnswer } from '../../../core/operations/web.ts'
import type { Queryable } from '../../../platform/database.ts'
import { findScript, integrationsOfSite, type SiteBlocks } from '../../integrations/index.ts'
import type { PublishedAddress } from '../../site-addresses/index.ts'
import { findSiteAt } from '../../site-visitors/index.ts'
import { isolationAt } from '../reading/isolation.ts'
import type { SiteVisit } from '../reading/visits.ts'
import { MARKS, markedIn } from './addresses.ts'

/** The path of a script below the address of a site. It contains no secret: browsers request it without cookies. */
const scriptPath = ({ id, version }: Pick<SiteBlocks, 'id' | 'version'>): string =>
  `${MARKS.scripts}/${id}/v${version}.js`

/** The same for a script that pages load, by its path on the API. */
export function scriptBelow(path: string): string | null {
  const [, id, version] =
    /^\/integrations\/(int_[a-z0-9]{1,60})\/v(\d{1,9})\/public\/script\.js$/.exec(path) ?? []
  return id === undefined ? null : scriptPath({ id, version: Number(version) })
}

/** The addresses of the frames of all blocks that a site can show, by `integration/block`. */
export const framesOf = ({ base, known, isolation }: SiteVisit): Record<string, string> | null =>
  !isolation.frames
    ? null
    : Object.fromEntries(
        known.blocks.flatMap(({ name, blocks }) =>
          blocks.map((block) => [
            `${name}/${block}`,
            `${base}/${[MARKS.blocks, name, block].map(encodeURIComponent).join('/')}`,
          ]),
        ),
      )

const NAMED_SCRIPT = /^~scripts\/(int_[a-z0-9]{1,60})\/v(\d{1,9})\.js$/

/** Whether an integration is installed on the site of an address, and may load its script there. */
async function isRunning(
  db: Queryable,
  address: PublishedAddress,
  isApart: boolean,
  integrationId: string,
): Promise<boolean> {
  const site = await findSiteAt(db, address)
  if (!site) return false
  const isolation = isolationAt(address, site, isApart)
  const { scripts, blocks } = await integrationsOfSite(db, site.id)
  const isBlock = blocks.some(({ id }) => id === integrationId)
  const isScript = scripts.some(({ path }) => path.startsWith(`/integrations/${integrationId}/`))
  return (isolation.scripts && isScript) || (isolation.frames && isBlock)
}

/**
 * The script of an integration, for pages and frames of a site that it is installed on. Null if the path is not that of
 * one. Browsers request it without cookies, so it needs no admission.
 */
export async function scriptAnswer(
  db: Queryable,
  address: PublishedAddress,
  isApart: boolean,
): Promise<WebAnswer | null> {
  const path = address.segments.slice(address.segments.indexOf(MARKS.scripts)).join('/')
  const [, integrationId, version] = NAMED_SCRIPT.exec(path) ?? []
  const script =
    integrationId !== undefined && (await isRunning(db, address, isApart, integrationId))
      ? await findScript(db, { integrationId, version: Number(version) })
      : null
  const opened = await script?.open(async () => {})
  if (!script || !opened) return null
  return {
    status: 200,
    headers: { 'content-type': 'text/javascript; charset=utf-8' },
    stream: { bytes: opened.bytes, tag: script.tag },
    keeping: 'everyone',
    isImmutable: true,
  }
}

/** The hosts that a policy of an integration names for a directive. */
const hostsIn = (policy: string | null, directive: string): string[] =>
  (policy ?? '')
    .slice(0, 4_000)
    .split(';')
    .map((part) => part.trim().split(/\s+/))
    .filter(([name]) => name === directive)
    .flatMap(([, ...sources]) => sources.filter((source) => HOST.test(source)))

const HOST = /^(?:https:\/\/)?(?:\*\.)?[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}(?::\d{1,5})?$/i

/** The document of a frame has an origin of its own, and loads the script of its integration and what that needs. */
const policyOf = (origin: string, { contentSecurityPolicy }: SiteBlocks): string =>
  [
    "default-src 'none'",
    `script-src ${origin}`,
    ...['img-src', 'connect-src', 'style-src', 'font-src'].map((directive) => {
      const own = directive === 'img-src' ? ['data:'] : []
      const sources = [...own, ...hostsIn(contentSecurityPolicy, directive)]
      return `${directive} ${sources.length === 0 ? "'none'" : sources.join(' ')}`
    }),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ')

/** The document of the frame of a block. Null if the site does not show the block. */
export function frameAnswer(visit: SiteVisit, origin: string, blockScript: string): WebAnswer | null {
  const [name, block, ...more] = markedIn(visit.segments, MARKS.blocks)?.rest ?? []
  const integration = visit.isolation.frames
    ? visit.known.blocks.find((each) => each.name === name)
    : undefined
  if (!integration || block === undefined || more.length > 0 || !integration.blocks.includes(block))
    return null
  const { text } =
    html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name} / ${block}</title><script src="${visit.plainBase}/${blockScript}"></script><script src="${visit.plainBase}/${scriptPath(integration)}" defer></script></head><body></body></html>`
  return {
    status: 200,
    headers: { 'content-security-policy': policyOf(origin, integration), 'referrer-policy': 'no-referrer' },
    body: { type: 'text/html; charset=utf-8', content: text },
    keeping: visit.keeping,
  }
}
