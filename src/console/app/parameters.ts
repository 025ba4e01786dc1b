import { useParams, useSearch } from '@tanstack/react-router'

/** The parameters of the address, and of its query. */
export type Parameters = Readonly<Record<string, string | undefined>>

/** The parameters of the address that is shown, such as the id of the space. `_splat` is the path of a page. */
export const useParameters = (): Parameters => useParams({ strict: false }) as Parameters

/** The parameters after `?`. */
export const useSearchParameters = (): Parameters => useSearch({ strict: false }) as Parameters
