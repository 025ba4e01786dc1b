import { GraphQLError } from 'graphql'
import { builder } from './builder.ts'

builder.scalarType('DateTime', {
  description:
    'A date and time in ISO 8601 with milliseconds, in UTC, for example `2026-11-15T09:30:00.000Z`.',
  serialize: (value) => (value instanceof Date ? value.toISOString() : String(value)),
  parseValue: (value) => {
    if (typeof value === 'string' && !Number.isNaN(Date.parse(value))) return value
    throw new GraphQLError('must be a time in ISO 8601, e.g. 2026-11-15T09:30:00.000Z')
  },
})

builder.scalarType('URL', {
  description: 'An absolute URL.',
  serialize: (value) => value,
  parseValue: (value) => {
    if (typeof value === 'string' && URL.canParse(value)) return value
    throw new GraphQLError('must be an absolute URL')
  },
})

builder.scalarType('JSON', {
  description: 'Arbitrary JSON.',
  serialize: (value) => value,
  parseValue: (value) => value,
})
