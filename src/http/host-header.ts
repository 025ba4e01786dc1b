import type { IncomingMessage } from 'node:http'
import { DomainError } from '../core/errors.ts'

/**
 * Whether a request has at most one `Host` header. With several, Node uses the first one and a proxy before it may use
 * another: the two would disagree on which site was requested.
 */
export function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts <= 1
}

export const severalHosts = (): DomainError =>
  new DomainError('invalid_input', 'The request has several Host headers. Send one.')
