import { DomainError, forbidden } from '../../core/errors.ts'
import type { Context, PrepareContext, WriteContext } from '../../core/operations/context.ts'
import { preparedOperation } from '../../core/operations/operation.ts'
import { mayCreateContent } from '../organizations/index.ts'
import { hostingOf } from '../site-addresses/index.ts'
import { getSiteRow, reachOfSite, type SiteRow, siteAtHostname } from '../sites/index.ts'
import { askHost } from './ask-host.ts'
import { concluded, conclusion } from './conclusions.ts'
import { lookupHost } from './lookup-host.ts'
import {
  CheckHostname,
  CheckSiteHostname,
  CheckSiteProxy,
  type HostnameCheck,
  type HostRecord,
} from './site-hostnames.model.ts'

type Field = 'hostname' | 'proxy'

/** Checks connect to another server, which is recorded. */
function requireMayCheck(site: SiteRow, field: Field): SiteRow {
  if (mayCreateContent(reachOfSite(site))) return site
  throw forbidden(`You need the create role or higher in the organization to check the ${field} of a site.`)
}

/** Finds a site with an address that the caller may check. */
async function siteWith(ctx: Context, at: Parameters<typeof getSiteRow>[1], field: Field) {
  const site = requireMayCheck(await getSiteRow(ctx.reads, at), field)
  const address = site[field]
  if (address === null) {
    throw new DomainError('conflict', `This site has no ${field} of its own. Set \`${field}\` first.`)
  }
  return { site, address }
}

const recorded = async (
  ctx: WriteContext,
  { id, organizationId }: SiteRow,
  checked: HostnameCheck,
): Promise<HostnameCheck> => {
  ctx.emit({ organizationId, type: 'site.hostname_checked', subject: { site: id } })
  return checked
}

/**
 * Looks up the hostname of a site in DNS, and asks the server there whether it is this one. It is no read because it
 * connects to another server, which a query must not do as often as it likes.
 */
export const checkSiteHostname = preparedOperation({
  id: 'siteHostnames.check',
  input: CheckSiteHostname,
  scope: 'site:write',
  authorize: (ctx, at) => siteWith(ctx, at, 'hostname'),
  prepare: (ctx, _input, { address }) => check(ctx, address),
  run: (ctx, _input, { site }, checked) => recorded(ctx, site, checked),
})

/** The same for a site that is named by its hostname. */
export const checkHostname = preparedOperation({
  id: 'siteHostnames.revalidate',
  input: CheckHostname,
  scope: 'site:write',
  authorize: async (ctx, { hostname }) => requireMayCheck(await siteAtHostname(ctx, hostname), 'hostname'),
  prepare: (ctx, { hostname }) => check(ctx, hostname),
  run: (ctx, _input, site, checked) => recorded(ctx, site, checked),
})

/** The same for the proxy of a site, which must pass the host, the whole path and the address of the reader. */
export const checkSiteProxy = preparedOperation({
  id: 'siteHostnames.checkProxy',
  input: CheckSiteProxy,
  scope: 'site:write',
  authorize: (ctx, at) => siteWith(ctx, at, 'proxy'),
  prepare: (ctx, _input, { address }) => check(ctx, address),
  run: (ctx, _input, { site }, checked) => recorded(ctx, site, checked),
})

/** Checks an address of a site, which is a hostname with or without a path. */
async function check({ tools, signal }: PrepareContext, address: string): Promise<HostnameCheck> {
  const target = new URL(hostingOf(tools.settings).base()).hostname
  const { hostname } = new URL(`https://${address}`)
  const about = { hostname, target }
  const checked = { address, target }
  let records: HostRecord[]
  try {
    records = await lookupHost(hostname)
  } catch (error) {
    const problem = (error as { code?: string }).code ?? 'no answer in time'
    return { ...about, records: [], ...conclusion('lookup_failed', checked, problem) }
  }
  if (records.length === 0) return { ...about, records, ...conclusion('no_records', checked) }
  const answer = await askHost(tools, `https://${address}`, signal)
  return { ...about, records, ...concluded(answer, checked) }
}
