import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/** Whether to trust the proxy at an address, a number of hops away, about the client behind it. */
export type Trust = (address: string, hop: number) => boolean

/** Trusts a number of nearest proxies, or proxies in some networks. */
export function trustIn(proxies: number | readonly string[]): Trust {
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies
  const networks = proxies.map((network) => networkOf(network))
  return (address) => {
    if (!ipaddr.isValid(address)) return false
    const given = ipaddr.process(address)
    return networks.some(([base, bits]) => base.kind() === given.kind() && given.match(base, bits))
  }
}

/** An address, or a network in CIDR notation. Throws for anything else. */
export function networkOf(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  // The parser also accepts a plain number as an address.
  if (!/[.:]/.test(text)) throw new Error('This is not an IP address.')
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** The address of a client behind trusted proxies, for requests that Fastify does not handle. */
export function clientAddress({ socket, headers }: IncomingMessage, trust: Trust): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
  const hops = [socket.remoteAddress ?? '', ...forwarded.split(',').reverse()]
  const addresses = hops.map((hop) => hop.trim()).filter((hop) => hop !== '')
  return addresses.find((address, hop) => !trust(address, hop)) ?? addresses.at(-1) ?? ''
}

/** The key of an address in budgets: a client has a whole /64 of IPv6 addresses. */
export function budgetOfAddress(address: string): string {
  if (!ipaddr.isValid(address)) return 'address:unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return `address:${parsed.toString()}`
  return `address:${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`
}
