import { HOST_QUESTION } from '../../http/host-proof.ts'
import type { HostAnswer } from './ask-host.ts'
import type { HostnameCheck, HostnameState } from './site-hostnames.model.ts'

/** What is checked: the address of a site without `https://`, and the host of this server. */
export interface Checked {
  address: string
  target: string
}

type Conclusion = Pick<HostnameCheck, 'state' | 'status' | 'message'>

const hostOf = (address: string) => address.split('/', 1)[0] ?? address

/** What the answer of the server at an address means: the first thing that is to be changed. */
export function concluded(answer: HostAnswer, checked: Checked): Conclusion {
  if (answer.kind === 'nothing') return conclusion('unreachable', checked, answer.problem)
  const { status } = answer
  if (answer.kind === 'other') return conclusion('other_server', checked, '', status)
  const { host, path, isForwarded } = answer.seen
  const wanted = hostOf(checked.address)
  // Only a port can follow.
  if (host !== wanted && !host.startsWith(`${wanted}:`)) {
    return conclusion('host_not_passed', checked, host, status)
  }
  if (path !== `${checked.address.slice(wanted.length)}${HOST_QUESTION}`) {
    return conclusion('path_not_passed', checked, path.slice(0, -HOST_QUESTION.length) || '/', status)
  }
  return conclusion(isForwarded ? 'ok' : 'client_not_passed', checked, '', status)
}

export function conclusion(
  state: HostnameState,
  { address, target }: Checked,
  detail = '',
  status: number | null = null,
): Conclusion {
  const host = hostOf(address)
  const messages: Record<HostnameState, string> = {
    ok: `https://${address} leads to this server.`,
    no_records: `DNS has no record for ${host}. Add a CNAME record that points to ${target}.`,
    lookup_failed: `DNS could not be asked for ${host} (${detail}). Try again later.`,
    unreachable: `https://${address} does not answer: ${detail}`,
    other_server: `https://${address} is answered by another server, with status ${status}. Let its record in DNS, or the proxy there, lead to ${target}.`,
    host_not_passed: `The proxy at https://${address} passes ${detail} as the host. Let it pass the Host header, or set X-Forwarded-Host and TRUST_PROXY.`,
    path_not_passed: `The proxy at https://${address} passes ${detail} as the path. Let it pass the whole path, as readers request it.`,
    client_not_passed: `https://${address} leads to this server, but all readers seem to have the address of the proxy, and share its limits. Let it add X-Forwarded-For, and set TRUST_PROXY.`,
  }
  return { state, status, message: messages[state] }
}
