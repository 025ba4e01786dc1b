import { type Kind, prefixes } from '../../core/ids.ts'
import { references } from '../../core/operations/module.ts'
import type { JsonSchema } from './json-schema.ts'

const exampleId = (kind: Kind): string => `${prefixes.get(kind)}_01kjq4s8zd7m3x5c9v2b6n8t0r`
const CURSOR = 'eyJ2IjoxLCJrIjpbIjIwMjYtMDEtMTUiXX0'
const TIME = '2026-01-15T09:30:00.000Z'

const texts: Readonly<Record<string, string>> = {
  title: 'Handbook',
  linkTitle: 'Handbook',
  displayName: 'Ada Lovelace',
  email: 'ada@example.com',
  emailDomains: 'example.com',
  subject: 'Explain how to install',
  markdown: '# Install\n\nRun `npm start`.',
  emoji: '1f4da',
  icon: 'book',
  slug: 'install',
  path: 'guides/install',
  description: 'How to install and start the server.',
  name: 'diagram.png',
  contentType: 'image/png',
  label: 'Deploy',
  hostname: 'acme',
  language: 'en',
  location: 'https://docs.example.com/v1/spaces/spc_01kjq4s8zd7m3x5c9v2b6n8t0r',
  app: 'https://docs.example.com/s/spc_01kjq4s8zd7m3x5c9v2b6n8t0r',
  cursor: CURSOR,
  token: 'qre_the-token-is-shown-only-once',
  secret: 'whsec_the-secret-is-shown-only-once',
  position: 'a0',
  type: 'comment.posted',
  events: 'comment.posted',
  action: 'space.created',
  query: 'install',
}

const isKind = (name: string): name is Kind => prefixes.find(name as Kind) !== undefined

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** The kind of id in a property with this name: `changeRequest`, `teams`, or what a module declares for the name. */
function referredKind(property: string): Kind | undefined {
  const names = [references.find(property) ?? '', capital(property), capital(property).replace(/s$/, '')]
  return names.find(isKind)
}

/** A value that matches a schema, the same each time, with plausible texts by the name of the property. */
export class ExampleMaker {
  readonly #components: Readonly<Record<string, JsonSchema>>
  readonly #open = new Set<string>()

  constructor(components: Readonly<Record<string, JsonSchema>>) {
    this.#components = components
  }

  exampleOf(schema: JsonSchema, property = '', resource?: string): unknown {
    if (schema.$ref !== undefined) return this.#referred(schema.$ref, property)
    if (Array.isArray(schema.examples)) return schema.examples[0]
    if (schema.default !== undefined) return schema.default
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return schema.enum[0]
    const variant = schema.anyOf?.[0] ?? schema.oneOf?.[0]
    if (variant) return this.exampleOf(variant, property, resource)
    switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
      case 'object':
        return this.#object(schema, resource)
      case 'array':
        return this.#array(schema, property)
      case 'integer':
      case 'number':
        return schema.minimum !== undefined && schema.minimum > -1000 ? Math.max(schema.minimum, 1) : 1
      case 'boolean':
        return true
      case 'string':
        return text(schema, property, resource)
      default:
        return {}
    }
  }

  #referred(ref: string, property: string): unknown {
    const name = ref.slice(ref.lastIndexOf('/') + 1)
    if (this.#open.has(name)) return undefined
    this.#open.add(name)
    try {
      return this.exampleOf(this.#components[name] ?? {}, property, name)
    } finally {
      this.#open.delete(name)
    }
  }

  /** Required properties, and the optional ones that are most characteristic of a resource. */
  #object({ properties = {}, required = [] }: JsonSchema, resource?: string): Record<string, unknown> {
    const example: Record<string, unknown> = {}
    for (const [name, schema] of Object.entries(properties)) {
      if (!required.includes(name)) continue
      const value = this.exampleOf(schema, name, resource)
      if (value !== undefined) example[name] = value
    }
    return example
  }

  #array({ items = {} }: JsonSchema, property: string): unknown[] {
    const item = this.exampleOf(items, property)
    return item === undefined ? [] : [item]
  }
}

function text({ format, pattern, minLength = 0 }: JsonSchema, property: string, resource?: string): string {
  if (format === 'date-time') return TIME
  if (format === 'uri') return texts[property] ?? 'https://example.com/guide'
  const kind = referredKind(property === 'id' ? (resource ?? '') : property)
  if (kind) return exampleId(kind)
  const known = texts[property] ?? 'text'
  if (pattern !== undefined && !new RegExp(pattern).test(known))
    return pattern.includes('_-') ? exampleId('Space') : known
  return known.padEnd(minLength, '.')
}
