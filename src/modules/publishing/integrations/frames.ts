import type { WebAnswer } from '../../../core/operations/web.ts'
import type { Queryable } from '../../../platform/database.ts'
import { findScript, type SiteBlocks } from '../../integrations/index.ts'
import { MARKS, markedIn } from '../pages/addresses.ts'
import type { SiteVisit } from '../reading/visits.ts'
import { html } from '../rendering/html.ts'

/** The path of a script below the address of a site. It contains no secret: browsers request it without cookies. */
export const scriptPath = ({ id, version }: Pick<SiteBlocks, 'id' | 'version'>): string =>
  `${MARKS.scripts}/${id}/v${version}.js`

/** The same for a script that pages load, by its path on the API. */
export function scriptBelow(path: string): string | null {
  const [, id, version] =
    /^\/integrations\/(int_[a-z0-9]{1,60})\/v(\d{1,9})\/public\/script\.js$/.exec(path) ?? []
  return id === undefined ? null : scriptPath({ id, version: Number(version) })
}

/** The addresses of the frames of all blocks that a site can show, by `integration/block`. */
export const framesOf = ({ base, known }: SiteVisit): Record<string, string> =>
  Object.fromEntries(
    known.blocks.flatMap(({ name, blocks }) =>
      blocks.map((block) => [
        `${name}/${block}`,
        `${base}/${[MARKS.blocks, name, block].map(encodeURIComponent).join('/')}`,
      ]),
    ),
  )

const NAMED_SCRIPT = /\/~scripts\/(int_[a-z0-9]{1,60})\/v(\d{1,9})\.js$/

/** The script of an integration, for pages and frames. Null if the path is not that of one. */
export async function scriptAnswer(db: Queryable, path: string): Promise<WebAnswer | null> {
  const [, integrationId, version] = NAMED_SCRIPT.exec(path) ?? []
  const script =
    integrationId === undefined ? null : await findScript(db, { integrationId, version: Number(version) })
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
  const integration = visit.known.blocks.find((each) => each.name === name)
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
