import { DomainError, forbidden } from '../../core/errors.ts'
import type { PrepareContext } from '../../core/operations/context.ts'
import { preparedOperation } from '../../core/operations/operation.ts'
import { mayCreateContent } from '../organizations/index.ts'
import { hostingOf } from '../site-addresses/index.ts'
import { getSiteRow, reachOfSite } from '../sites/index.ts'
import { askHost, type HostAnswer } from './ask-host.ts'
import { lookupHost } from './lookup-host.ts'
import {
  CheckSiteHostname,
  type HostnameCheck,
  type HostnameState,
  type HostRecord,
} from './site-hostnames.model.ts'

/**
 * Looks up the hostname of a site in DNS, and asks the server there whether it is this one. It is no read because it
 * connects to another server, which is recorded, and which a query must not do as often as it likes.
 */
export const checkSiteHostname = preparedOperation({
  id: 'siteHostnames.check',
  input: CheckSiteHostname,
  scope: 'site:write',
  authorize: async (ctx, at) => {
    const site = await getSiteRow(ctx.reads, at)
    if (!mayCreateContent(reachOfSite(site))) {
      throw forbidden(
        'You need the create role or higher in the organization to check the hostname of a site.',
      )
    }
    if (site.hostname === null) {
      throw new DomainError('conflict', 'This site has no hostname of its own. Set `hostname` first.')
    }
    return site
  },
  prepare: (ctx, _input, site) => check(ctx, site.hostname ?? ''),
  run: async (ctx, _input, { id, organizationId }, checked) => {
    ctx.emit({ organizationId, type: 'site.hostname_checked', subject: { site: id } })
    return checked
  },
})

async function check({ tools, signal }: PrepareContext, hostname: string): Promise<HostnameCheck> {
  const target = new URL(hostingOf(tools.settings).base()).hostname
  const about = { hostname, target }
  let records: HostRecord[]
  try {
    records = await lookupHost(hostname)
  } catch (error) {
    return {
      ...about,
      records: [],
      ...conclusion(
        'lookup_failed',
        hostname,
        target,
        (error as { code?: string }).code ?? 'no answer in time',
      ),
    }
  }
  if (records.length === 0) return { ...about, records, ...conclusion('no_records', hostname, target) }
  const answer = await askHost(tools, `https://${hostname}`, signal)
  return { ...about, records, ...concluded(answer, hostname, target) }
}

/** What the answer of the server at a hostname means. */
export function concluded(answer: HostAnswer, hostname: string, target: string) {
  if (answer.kind === 'nothing') return conclusion('unreachable', hostname, target, answer.problem)
  const { status } = answer
  if (answer.kind === 'other') return conclusion('other_server', hostname, target, '', status)
  // Only a port can follow.
  const isPassed = answer.host === hostname || answer.host.startsWith(`${hostname}:`)
  return conclusion(isPassed ? 'ok' : 'host_not_passed', hostname, target, answer.host, status)
}

function conclusion(
  state: HostnameState,
  hostname: string,
  target: string,
  detail = '',
  status: number | null = null,
): Pick<HostnameCheck, 'state' | 'status' | 'message'> {
  const messages: Record<HostnameState, string> = {
    ok: `https://${hostname} leads to this server.`,
    no_records: `DNS has no record for ${hostname}. Add a CNAME record that points to ${target}.`,
    lookup_failed: `DNS could not be asked for ${hostname} (${detail}). Try again later.`,
    unreachable: `https://${hostname} does not answer: ${detail}`,
    other_server: `https://${hostname} is answered by another server, with status ${status}. Let its record in DNS, or the proxy there, lead to ${target}.`,
    host_not_passed: `The proxy at https://${hostname} passes ${detail} as the host. Let it pass the Host header, or set X-Forwarded-Host and TRUST_PROXY.`,
  }
  return { state, status, message: messages[state] }
}
