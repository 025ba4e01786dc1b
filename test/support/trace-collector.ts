import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as the protocol of OpenTelemetry sends it as JSON. */
interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status: { code?: number }
}

interface Sent {
  resourceSpans: {
    resource: { attributes: SentSpan['attributes'] }
    scopeSpans: { spans: SentSpan[] }[]
  }[]
}

export interface CollectedSpan extends Omit<SentSpan, 'attributes'> {
  attributes: Record<string, string | number | undefined>
  service: string | number | undefined
}

/** A real collector on loopback, which keeps the spans that it receives. */
export interface TraceCollector {
  endpoint: string
  spans: CollectedSpan[]
  /** The headers of the last request. */
  headers: IncomingHttpHeaders
  /** Everything that was received, as text. */
  text: string
  close(): Promise<void>
}

const recordOf = (attributes: SentSpan['attributes']) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

export async function startTraceCollector(port = 0): Promise<TraceCollector> {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    if (request.url !== '/v1/traces') return void response.writeHead(404).end()
    collector.text += text
    collector.headers = request.headers
    for (const { resource, scopeSpans } of (JSON.parse(text) as Sent).resourceSpans) {
      const service = recordOf(resource.attributes)['service.name']
      for (const span of scopeSpans.flatMap(({ spans }) => spans))
        collector.spans.push({ ...span, attributes: recordOf(span.attributes), service })
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const collector: TraceCollector = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    headers: {},
    text: '',
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return collector
}
