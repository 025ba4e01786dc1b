import type { z } from 'zod'
import { modules } from '../../src/modules/index.ts'
import { type IdFor, valueFrom } from './from-zod.ts'
import { hostileJson, hostileText, hostileValue, mutated } from './hostile-values.ts'
import type { Random } from './random.ts'

/** A request that is sent unchanged. */
export interface BadRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

type Input = Record<string, unknown>

const routes = modules.flatMap((module) => module.routes)
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']
const CONTENT_TYPES = [
  'application/json; charset=utf-16',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/json; charset=\u00ff',
  'a',
]
const BODIES = [
  '',
  'null',
  '[]',
  '1',
  '"x"',
  '{',
  '{"a":1e999}',
  '\ufeff{}',
  '{"a":1,"a":2}',
  '{"__proto__":{}}',
]

/** A request to a REST route: with input that its schema accepts, or with input that is invalid somewhere. */
export function restRequest(random: Random, idFor: IdFor, cursors: readonly string[]): BadRequest {
  const route = random.pick(routes)
  let input = valueFrom(random, route.operation.input as z.ZodType, 'input', idFor)
  for (let n = random.below(4); n > 0; n--) input = mutated(random, input)
  const members: Input = typeof input === 'object' && input !== null ? { ...input } : {}
  const inPath = (name: string): string => {
    const value = members[name]
    delete members[name]
    const text = typeof value === 'string' ? value : value === undefined ? idFor(name) : hostileJson(value)
    return random.chance(0.02)
      ? random.pick(['%', '%00', '%ff%fe', '..', '.', '%2f', 'a%20b'])
      : encoded(text)
  }
  const path = route.path
    .replaceAll(/:(\w+)/g, (_all, name: string) => inPath(name))
    .replace('*', () => inPath(route.rest ?? ''))
  const takesBody = route.method !== 'GET' && route.method !== 'DELETE'
  const method = random.chance(0.02) ? random.pick(METHODS) : route.method
  const query = queryOf(random, takesBody && random.chance(0.9) ? {} : members, route.isList ? cursors : [])
  const body = route.upload ? formOf(random) : bodyOf(random, members)
  return {
    method,
    path: `/v1${path}${query}`.slice(0, 12_000),
    headers: headersOf(random, route.upload && random.chance(0.9) ? FORM : 'application/json'),
    ...(method === 'GET' || method === 'HEAD' || (!takesBody && random.chance(0.7)) ? {} : { body }),
  }
}

function queryOf(random: Random, members: Input, cursors: readonly string[]): string {
  const pairs = Object.entries(members).flatMap(([name, value]): [string, string][] =>
    (Array.isArray(value) ? value.slice(0, 20) : [value]).map((each) => [
      name,
      typeof each === 'string' ? each : hostileJson(each).slice(0, 2_000),
    ]),
  )
  if (cursors.length > 0 && random.chance(0.3)) {
    const cursor = random.pick(cursors)
    pairs.push(['page', random.chance(0.3) ? cursor : random.damaged(cursor)])
  }
  if (random.chance(0.3))
    pairs.push(['limit', random.pick(['1', '1', '1000', '0', '-1', '1e3', '9'.repeat(30), ''])])
  if (random.chance(0.1)) pairs.push(['format', random.pick(['document', 'markdown', 'x', ''])])
  if (random.chance(0.1)) pairs.push([hostileText(random), hostileText(random).slice(0, 2_000)])
  if (pairs.length > 0 && random.chance(0.1)) pairs.push(random.pick(pairs))
  const text = pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')
  return random.chance(0.02) ? `?${text}&%=%&&==&a[]=1&a[b]=2&%ff` : text && `?${text}`
}

function bodyOf(random: Random, members: Input): string {
  if (random.chance(0.05)) return random.pick(BODIES)
  const value = random.chance(0.05) ? hostileValue(random) : members
  const text = hostileJson(value)
  return random.chance(0.1) ? random.damaged(text) : text
}

const BOUNDARY = 'boundary'
const FORM = `multipart/form-data; boundary=${BOUNDARY}`

function formOf(random: Random): string {
  const name = random.pick(['a.txt', '', '../a', 'a'.repeat(400), 'é\0', '"', 'a.zip'])
  const part = [
    `--${BOUNDARY}`,
    `Content-Disposition: form-data; name="file"; filename="${name}"`,
    random.pick(['Content-Type: text/plain', 'Content-Type: application/zip', 'X: \u0001']),
    '',
    random.pick(['hello', '', 'PK\u0003\u0004', '# Title']),
    `--${BOUNDARY}--`,
    '',
  ].join('\r\n')
  return random.chance(0.3) ? random.damaged(part) : part
}

function headersOf(random: Random, contentType: string): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': random.chance(0.03) ? random.pick(CONTENT_TYPES) : contentType,
  }
  if (random.chance(0.05)) headers.accept = random.pick(['text/html', '*/*;q=', ',', 'application/json;'])
  if (random.chance(0.1)) headers['idempotency-key'] = random.pick(['a', '', 'x'.repeat(1_000), '"', 'é'])
  if (random.chance(0.1))
    headers['if-match'] = random.pick(['*', '"', 'W/"x"', '"a", "b"', 'x'.repeat(1_000)])
  if (random.chance(0.1)) headers['if-none-match'] = random.pick(['*', '"', ',,,', '"x"'])
  if (random.chance(0.05)) headers.prefer = random.pick(['handling=strict', 'handling=', ';;;'])
  if (random.chance(0.05)) headers['x-request-id'] = random.pick(['a', '\u0080', 'x'.repeat(500)])
  if (random.chance(0.03)) headers['accept-encoding'] = random.pick(['br', 'gzip;q=x', '*', 'zstd, \u00ff'])
  if (random.chance(0.02)) headers.range = random.pick(['bytes=0-', 'bytes=9-1', 'x'])
  return headers
}

/** Percent-encoded; lone surrogates are sent for the server to reject. */
function encoded(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    return '%ED%A0%80'
  }
}
