import { attributes, type Html, html, nothing } from '../../../core/html.ts'
import type { Texts } from '../../site-texts/index.ts'
import type { Context } from '../document/context.ts'
import { signedServer } from '../request-proxy.ts'
import { bodyText } from './example-request.ts'
import type { SpecOperation } from './spec-part.ts'

/** What the script makes the form of an operation of. It is part of the page, so it is short. */
export interface TriedOperation {
  method: string
  path: string
  servers: string[]
  parameters: { name: string; in: string; isRequired: boolean; value: string }[]
  security: { name: string; type: string; scheme?: string; in?: string }[]
  body?: { type: string; text: string }
  /** Where requests are sent instead, and the signatures of the servers. */
  proxy?: { href: string; signatures: string[] }
  labels: Record<string, string>
}

const MAX_SERVERS = 5
const MAX_PARAMETERS = 50
const MAX_BODY = 5_000
/** Origins that a policy of a page can name. */
const MAX_ORIGINS = 20

/** Names that browsers do not let scripts set, or that the form sets by itself. */
const OWN_HEADERS = new Set(['accept', 'content-type', 'authorization', 'cookie', 'host', 'content-length'])

/** The servers that a browser can send requests to. Requests without encryption would show credentials to others. */
const serversOf = ({ servers }: SpecOperation): string[] =>
  servers.filter((url) => URL.canParse(url) && new URL(url).protocol === 'https:').slice(0, MAX_SERVERS)

const labelsOf = (texts: Texts): Record<string, string> => ({
  title: texts.get('tryIt'),
  servers: texts.get('servers'),
  authorization: texts.get('authorization'),
  kept: texts.get('tryKept'),
  body: texts.get('body'),
  send: texts.get('send'),
  response: texts.get('response'),
  failed: texts.get('tryFailed'),
})

/** Those that the policy of the page can name. */
function reachableOf(operation: SpecOperation, { connectOrigins }: Context): string[] {
  const servers = serversOf(operation)
  for (const url of servers) {
    if (connectOrigins.size < MAX_ORIGINS) connectOrigins.add(new URL(url).origin)
  }
  return servers.filter((url) => connectOrigins.has(new URL(url).origin))
}

/** A button that opens the form of an operation. The request is sent by the reader's browser to a server of the document. */
export function tryButton(operation: SpecOperation, context: Context): Html {
  const { kind, method, path, parameters, security, body } = operation
  if (!context.canTry || kind === 'webhook') return nothing
  const reachable = context.ownServer === undefined ? reachableOf(operation, context) : [context.ownServer]
  if (reachable.length === 0) return nothing
  const { requestProxy } = context
  const [content] = body?.content ?? []
  const tried: TriedOperation = {
    method,
    path,
    servers: reachable,
    parameters: parameters
      .filter(({ in: place, name }) => place !== 'cookie' && !OWN_HEADERS.has(name.toLowerCase()))
      .slice(0, MAX_PARAMETERS)
      .map(({ name, in: place, isRequired, example }) => ({
        name,
        in: place,
        isRequired,
        value: isRequired && example !== undefined && typeof example !== 'object' ? String(example) : '',
      })),
    security: security
      .filter(({ type, in: place }) => type !== 'other' && place !== 'cookie')
      .slice(0, 3)
      .map(({ name, type, scheme, in: place }) => ({
        name,
        type,
        ...(scheme === undefined ? {} : { scheme }),
        ...(place === undefined ? {} : { in: place }),
      })),
    ...(content
      ? { body: { type: content.type, text: (bodyText({ body: content.example }) ?? '').slice(0, MAX_BODY) } }
      : {}),
    ...(requestProxy
      ? {
          proxy: {
            href: requestProxy.href,
            signatures: reachable.map((server) => signedServer(requestProxy, server)),
          },
        }
      : {}),
    labels: labelsOf(context.texts),
  }
  const values = { type: 'button', class: 'button secondary try js-only', 'data-try': JSON.stringify(tried) }
  return html`<button${attributes(values)}>${context.texts.get('tryIt')}</button>`
}
