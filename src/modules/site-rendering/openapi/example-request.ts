import type { SpecOperation, SpecSecurity } from './spec-part.ts'

export interface CodeExample {
  title: string
  language: string
  code: string
}

/** A request as examples show it. */
export interface ExampleRequest {
  method: string
  url: string
  headers: [name: string, value: string][]
  body: unknown
  isJson: boolean
}

export const prettyJson = (value: unknown): string => JSON.stringify(value, null, 2) ?? 'null'

/** The body as it is sent. Undefined if there is none. */
export const bodyText = ({ body }: Pick<ExampleRequest, 'body'>): string | undefined =>
  body === undefined || typeof body === 'string' ? body : prettyJson(body)

/** The request of an operation, with what it requires. */
export function requestOf({
  method,
  path,
  servers,
  parameters,
  security,
  body,
}: SpecOperation): ExampleRequest {
  const shownValue = (name: string, example: unknown) =>
    example === undefined || typeof example === 'object' ? `{${name}}` : String(example)
  const used = parameters.filter(({ isRequired }) => isRequired)
  const address = used
    .filter((parameter) => parameter.in === 'path')
    .reduce((at, { name, example }) => at.replaceAll(`{${name}}`, encoded(shownValue(name, example))), path)
  const query = used
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, example }) => `${encodeURIComponent(name)}=${encoded(shownValue(name, example))}`)
  const key = security.find((scheme) => scheme.type === 'apiKey' && scheme.in === 'query')
  if (key) query.push(`${encodeURIComponent(key.scheme ?? key.name)}=YOUR_API_KEY`)
  const [content] = body?.content ?? []
  const headers = [
    ...security.slice(0, 1).flatMap(authorization),
    ...used
      .filter((parameter) => parameter.in === 'header')
      .map(({ name, example }): [string, string] => [name, shownValue(name, example)]),
    ...(content ? [['Content-Type', content.type] as [string, string]] : []),
  ]
  const url = `${servers[0] ?? ''}${address}${query.length > 0 ? `?${query.join('&')}` : ''}`
  return { method, url, headers, body: content?.example, isJson: /json/.test(content?.type ?? '') }
}

/** Placeholders in braces stay readable. */
const encoded = (value: string) => encodeURIComponent(value).replaceAll('%7B', '{').replaceAll('%7D', '}')

function authorization({ type, scheme, in: place, name }: SpecSecurity): [string, string][] {
  if (type === 'apiKey') return place === 'header' ? [[scheme ?? name, 'YOUR_API_KEY']] : []
  if (type === 'http' && scheme?.toLowerCase() === 'basic')
    return [['Authorization', 'Basic YOUR_CREDENTIALS']]
  return type === 'other' ? [] : [['Authorization', 'Bearer YOUR_TOKEN']]
}
