import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

interface Rule {
  port: number | undefined
  /** A name is compared with the host of the URL; a network with the address of the connection. */
  name?: string
  network?: [Address, number]
}

interface Destination {
  hostname: string
  port: number
}

// A public address by its number, but served by the cloud host with secrets of the machine.
const metadataAddresses = new Set(['168.63.129.16'])
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether an address belongs to the public internet, without any special-purpose range. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address.split('%', 1)[0] ?? '') === 0 || metadataAddresses.has(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast)
}

/** The host of a URL in the form of rules and resolver: no brackets, no trailing dot, lower case. */
export const hostnameOf = (url: URL): string =>
  url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()

/**
 * Hosts that an operator allows beyond the public internet: names, addresses and networks, each with or
 * without a port.
 */
export class AllowList {
  readonly #rules: Rule[]

  constructor(entries: readonly string[]) {
    this.#rules = entries.map(ruleOf)
  }

  permits(destination: Destination, address: string): boolean {
    return isPublicAddress(address) || this.#rules.some((rule) => matches(rule, destination, address))
  }
}

function matches({ port, name, network }: Rule, destination: Destination, address: string): boolean {
  if (port !== undefined && port !== destination.port) return false
  if (name !== undefined) return name === destination.hostname
  const parsed = ipaddr.parse(address)
  return network !== undefined && parsed.kind() === network[0].kind() && parsed.match(network)
}

function ruleOf(entry: string): Rule {
  if (entry.includes('/')) {
    if (!ipaddr.isValidCIDR(entry)) throw unusable(entry)
    return { port: undefined, network: ipaddr.parseCIDR(entry) }
  }
  if (isIP(entry) === 6) return { port: undefined, network: networkOf(entry) }
  const url = URL.canParse(`http://${entry}`) ? new URL(`http://${entry}`) : undefined
  if (url === undefined || url.host === '' || url.username !== '' || url.pathname !== '/')
    throw unusable(entry)
  const hostname = hostnameOf(url)
  // A URL omits the default port of its scheme, and this rule applies to both schemes.
  const port = /:(\d+)$/.exec(entry)?.[1]
  const place = isIP(hostname) === 0 ? { name: hostname } : { network: networkOf(hostname) }
  return { port: port === undefined ? undefined : Number(port), ...place }
}

function networkOf(address: string): [Address, number] {
  const parsed = ipaddr.parse(address)
  return [parsed, parsed.kind() === 'ipv4' ? 32 : 128]
}

const unusable = (entry: string): Error =>
  new Error(`"${entry}" is not a host, a host and port, an address or a network such as 10.0.0.0/8.`)
