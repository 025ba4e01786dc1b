import { refFrom } from '../tree/refs.ts'
import type { CellValue, TableColumn, TableData } from '../tree/types.ts'
import { isRef } from './client-data.ts'
import type { RefReader } from './client-refs.ts'

type Json = Record<string, unknown>

/** The most stars of a rating, unless a value has more. */
const STARS = 5

/** The data of a table: columns with everything that clients require of their type, and values by ids. */
export function clientTable({ view, definition, records }: TableData, refs: RefReader): Json {
  const valuesOf = (id: string) => Object.values(records).flatMap(({ values }) => values[id] ?? [])
  return {
    view,
    definition: Object.fromEntries(
      Object.entries(definition).map(([id, column]) => [id, clientColumn(column, valuesOf(id))]),
    ),
    records: Object.fromEntries(
      Object.entries(records).map(([key, { orderIndex, values }]) => [
        key,
        {
          orderIndex,
          values: Object.fromEntries(
            Object.entries(values).map(([id, value]) => [id, clientValue(definition[id]?.type, value, refs)]),
          ),
        },
      ]),
    ),
  }
}

function clientColumn(column: TableColumn, values: readonly unknown[]): Json {
  const { id, title, type } = column
  const base = { id, title, type }
  switch (type) {
    case 'text':
      return { ...base, textAlignment: column.textAlignment ?? 'left' }
    case 'rating':
      return {
        ...base,
        max: values.reduce<number>((most, value) => Math.max(most, Number(value) || 0), STARS),
      }
    case 'users':
      return { ...base, multiple: true }
    case 'select': {
      const options = [...new Set(values.flat().map(String))]
      return {
        ...base,
        multiple: true,
        options: options.map((value) => ({ value, label: value, color: 'default' })),
      }
    }
    default:
      return base
  }
}

function clientValue(type: TableColumn['type'] | undefined, value: CellValue, refs: RefReader): unknown {
  if (isRef(value)) return refs.ref(value)
  if (type === 'number' || type === 'rating') return typeof value === 'number' ? value : null
  if (!Array.isArray(value)) return value
  if (type === 'files') return value.flatMap((url) => refs.file(url)?.file ?? [])
  if (type !== 'users') return value
  return value.map((user) => {
    const ref = refFrom(user)
    return ref.kind === 'user' ? ref.user : user
  })
}
