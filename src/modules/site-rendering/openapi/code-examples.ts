import { bodyText, type CodeExample, type ExampleRequest, prettyJson, requestOf } from './example-request.ts'
import { moreCodeExamples } from './more-code-examples.ts'
import type { SpecOperation } from './spec-part.ts'

/** The request of an operation in the languages that readers use most. */
export function codeExamples(operation: SpecOperation): CodeExample[] {
  const request = requestOf(operation)
  return [
    { title: 'curl', language: 'bash', code: curl(request) },
    { title: 'JavaScript', language: 'javascript', code: javascript(request) },
    { title: 'Python', language: 'python', code: python(request) },
    ...moreCodeExamples(request),
  ]
}

const shell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
const indented = (text: string, by: string) => text.replaceAll('\n', `\n${by}`)

function curl({ method, url, headers, body, isJson }: ExampleRequest): string {
  const parts = [
    `curl --request ${method}`,
    `--url ${shell(url)}`,
    ...headers.map(([name, value]) => `--header ${shell(`${name}: ${value}`)}`),
    ...(body === undefined
      ? []
      : [`--data ${shell(isJson ? indented(prettyJson(body), '  ') : textOf(body))}`]),
  ]
  return parts.join(' \\\n  ')
}

function javascript({ method, url, headers, body, isJson }: ExampleRequest): string {
  const lines = [`method: '${method}',`]
  if (headers.length > 0) {
    const all = headers.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`)
    lines.push(`headers: {\n${all.join('\n')}\n  },`)
  }
  if (body !== undefined) {
    const text = isJson ? `JSON.stringify(${indented(prettyJson(body), '  ')})` : JSON.stringify(textOf(body))
    lines.push(`body: ${text},`)
  }
  return `const response = await fetch(${JSON.stringify(url)}, {\n  ${lines.join('\n  ')}\n})\nconst data = await response.json()`
}

function python({ method, url, headers, body, isJson }: ExampleRequest): string {
  const lines = [JSON.stringify(url)]
  if (headers.length > 0) lines.push(`headers=${indented(pythonValue(Object.fromEntries(headers)), '    ')}`)
  if (body !== undefined)
    lines.push(`${isJson ? 'json' : 'data'}=${indented(pythonValue(isJson ? body : textOf(body)), '    ')}`)
  return `import requests\n\nresponse = requests.${method.toLowerCase()}(\n    ${lines.join(',\n    ')},\n)\ndata = response.json()`
}

const textOf = (body: unknown): string => bodyText({ body }) ?? ''

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
