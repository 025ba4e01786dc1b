import { EVENT_TYPES } from '#console/event-types.ts'
import type { Parameters } from '../../parameters.ts'

export type EventType = (typeof EVENT_TYPES)[number]

/** What a log is filtered by, as it is in the address. */
export type LogFilters = {
  type?: EventType
  person?: string
  space?: string
  /** The first and the last day, such as `2026-01-31`. */
  from?: string
  to?: string
}

/** A day of the address at its beginning where the person is, and `days` later. */
function startOf(day: string | undefined, days: number): string | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '') ?? []
  const at = new Date(Number(year), Number(month) - 1, Number(date) + days)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** Reads the filters of an address. What is no filter is left out: addresses are also typed by hand. */
export function filtersOf({ type, person, space, from, to }: Parameters): LogFilters {
  const known = EVENT_TYPES.find((one) => one.toLowerCase() === type?.toLowerCase())
  const id = (text: string | undefined) => text !== undefined && /^[\w-]{1,64}$/.test(text)
  return {
    ...(known && { type: known.toLowerCase() as EventType }),
    ...(id(person) && { person: person as string }),
    ...(id(space) && { space: space as string }),
    ...(startOf(from, 0) !== null && { from: from as string }),
    ...(startOf(to, 0) !== null && { to: to as string }),
  }
}

/** The filters as variables of the documents. */
export const variablesOf = ({ type, person, space, from, to }: LogFilters) => ({
  types: type ? [type.toUpperCase() as EventType] : null,
  actor: person ?? null,
  space: space ?? null,
  since: startOf(from, 0),
  until: startOf(to, 1),
})
