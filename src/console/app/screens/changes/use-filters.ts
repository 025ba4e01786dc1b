import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useMemo } from 'react'
import { type Parameters, useSearchParameters } from '../../parameters.ts'
import { type Filters, filtersOf } from './address-filters.ts'

/** The filters of the address, and a function that changes some of them. */
export function useFilters() {
  const key = JSON.stringify(filtersOf(useSearchParameters()))
  const shownKey = useDeferredValue(key)
  const navigate = useNavigate()
  const filters = useMemo(() => JSON.parse(key) as Filters, [key])
  /** Those of the list that is on the screen, until the one that was asked for has arrived. */
  const shown = useMemo(() => JSON.parse(shownKey) as Filters, [shownKey])
  const change = (some: { [Name in keyof Filters]: Filters[Name] | undefined }) => {
    const next = { ...filters, ...some } as Parameters
    void navigate({ to: '.', search: filtersOf(next), replace: true })
  }
  return { filters, shown, isPending: key !== shownKey, change }
}

export type ChangeFilters = ReturnType<typeof useFilters>['change']
