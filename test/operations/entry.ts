import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

/** Where requests for a host go, instead of what DNS and the port of its URL say. */
export interface Target {
  port: number
  /** The certificate of a server with TLS. */
  certificate?: string
  /** What a proxy in front of the server adds. */
  headers?: Record<string, string>
}

export interface Asked {
  method?: string
  headers?: Record<string, string>
  json?: unknown
}

export interface Answered {
  status: number
  headers: IncomingMessage['headers']
  text: string
}

/** Requests to a deployment as browsers and clients send them, by the URL. */
export class Entry {
  readonly #targetOf: (url: URL) => Target

  constructor(targetOf: (url: URL) => Target) {
    this.#targetOf = targetOf
  }

  send(address: string | URL, { method, headers = {}, json }: Asked = {}): Promise<Answered> {
    const body = json === undefined ? undefined : JSON.stringify(json)
    return new Promise((resolve, reject) => {
      const sent = this.#open(new URL(address), method ?? (body === undefined ? 'GET' : 'POST'), {
        ...headers,
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
      })
      sent.on('error', reject)
      sent.on('response', (response: IncomingMessage) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part
        })
        response.on('error', reject)
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        )
      })
      sent.end(body)
    })
  }

  /** The status of a request for a WebSocket: 101 if it was accepted. */
  upgrade(address: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const sent = this.#open(new URL(address), 'GET', {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': Buffer.from('sixteen bytes of').toString('base64'),
        'sec-websocket-protocol': 'graphql-transport-ws',
      })
      sent.on('error', reject)
      sent.on('upgrade', (response, socket) => {
        socket.destroy()
        resolve(response.statusCode ?? 0)
      })
      sent.on('response', (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      sent.end()
    })
  }

  #open(url: URL, method: string, headers: Record<string, string>) {
    const { port, certificate, headers: added } = this.#targetOf(url)
    const path = `${url.pathname}${url.search}`
    const options = {
      host: '127.0.0.1',
      port,
      path,
      method,
      headers: { host: url.host, ...headers, ...added },
    }
    return certificate === undefined
      ? requestHttp({ ...options, agent: false })
      : requestHttps({ ...options, agent: false, servername: url.hostname, ca: certificate })
  }
}
