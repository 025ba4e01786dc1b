import type { SpecSchema } from './spec-part.ts'

const MAX_LEVELS = 6

const byFormat: Readonly<Record<string, string>> = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  time: '00:00:00Z',
  email: 'name@example.com',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
  uri: 'https://example.com',
  url: 'https://example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  'uri-reference': '/path',
  hostname: 'example.com',
  'idn-email': 'name@example.com',
  duration: 'P1D',
  password: '********',
  binary: '…',
  byte: 'dGV4dA==',
}

/** A value that a schema allows: an example of the document, a default, or one made from the type. */
export function exampleOf(schema: SpecSchema, level = 0): unknown {
  if (schema.example !== undefined) return schema.example
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  if (schema.isCut || level > MAX_LEVELS) return schema.type.startsWith('array') ? [] : {}
  if (schema.properties) {
    const shown = schema.properties.filter(({ schema: { isReadOnly } }) => !isReadOnly)
    return Object.fromEntries(shown.map((property) => [property.name, exampleOf(property.schema, level + 1)]))
  }
  if (schema.items) return [exampleOf(schema.items, level + 1)]
  const [variant] = schema.variants?.schemas ?? []
  if (variant) return exampleOf(variant, level + 1)
  if (schema.additional) return { key: exampleOf(schema.additional, level + 1) }
  return byType(schema.type)
}

function byType(type: string): unknown {
  const [, name = '', format = ''] = /^(\w+)(?: \(([^()]*)\))?/.exec(type) ?? []
  switch (name) {
    case 'integer':
      return 1
    case 'number':
      return 1.5
    case 'boolean':
      return true
    case 'array':
      return []
    case 'object':
      return {}
    case 'string':
      return Object.hasOwn(byFormat, format) ? byFormat[format] : 'string'
    default:
      return null
  }
}
