import type { SpecOperation, SpecSecurity } from './spec-part.ts'

interface CodeExample {
  title: string
  language: string
  code: string
}

interface Request {
  method: string
  url: string
  headers: [name: string, value: string][]
  body: unknown
  isJson: boolean
}

/** The request of an operation in curl, JavaScript and Python. */
export function codeExamples(operation: SpecOperation): CodeExample[] {
  const request = requestOf(operation)
  return [
    { title: 'curl', language: 'bash', code: curl(request) },
    { title: 'JavaScript', language: 'javascript', code: javascript(request) },
    { title: 'Python', language: 'python', code: python(request) },
  ]
}

function requestOf({ method, path, servers, parameters, security, body }: SpecOperation): Request {
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

const shell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
const json = (value: unknown) => JSON.stringify(value, null, 2) ?? 'null'
const indented = (text: string, by: string) => text.replaceAll('\n', `\n${by}`)

function curl({ method, url, headers, body, isJson }: Request): string {
  const parts = [
    `curl --request ${method}`,
    `--url ${shell(url)}`,
    ...headers.map(([name, value]) => `--header ${shell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data ${shell(isJson ? indented(json(body), '  ') : textOf(body))}`]),
  ]
  return parts.join(' \\\n  ')
}

function javascript({ method, url, headers, body, isJson }: Request): string {
  const lines = [`method: '${method}',`]
  if (headers.length > 0) {
    const all = headers.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`)
    lines.push(`headers: {\n${all.join('\n')}\n  },`)
  }
  if (body !== undefined) {
    const text = isJson ? `JSON.stringify(${indented(json(body), '  ')})` : JSON.stringify(textOf(body))
    lines.push(`body: ${text},`)
  }
  return `const response = await fetch(${JSON.stringify(url)}, {\n  ${lines.join('\n  ')}\n})\nconst data = await response.json()`
}

function python({ method, url, headers, body, isJson }: Request): string {
  const lines = [JSON.stringify(url)]
  if (headers.length > 0) lines.push(`headers=${indented(pythonValue(Object.fromEntries(headers)), '    ')}`)
  if (body !== undefined)
    lines.push(`${isJson ? 'json' : 'data'}=${indented(pythonValue(isJson ? body : textOf(body)), '    ')}`)
  return `import requests\n\nresponse = requests.${method.toLowerCase()}(\n    ${lines.join(',\n    ')},\n)\ndata = response.json()`
}

const textOf = (body: unknown): string => (typeof body === 'string' ? body : json(body))

/** A value as it is written in Python. */
function pythonValue(value: unknown, indent = ''): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}    `
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map((item) => `${inner}${pythonValue(item, inner)}`)
    : Object.entries(value).map(
        ([key, item]) => `${inner}${JSON.stringify(key)}: ${pythonValue(item, inner)}`,
      )
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  return parts.length === 0 ? `${open}${close}` : `${open}\n${parts.join(',\n')},\n${indent}${close}`
}
