import { posix } from 'node:path'
import type { BatchDefinition } from '../../core/lists/definitions.ts'
import type { Queryable } from '../../platform/database.ts'
import { percentDecoded } from '../documents/index.ts'
import type { LinkRow } from './rows.ts'

/** Where people can read the files of the repository that a space was imported from. */
export interface RepositoryPlace {
  /** The URL of a file or folder that is no content, by its path; null for what would be content. */
  urlOf: (path: string) => string | null
}

type FindPlaces = (db: Queryable, spaceIds: readonly string[]) => Promise<(RepositoryPlace | null)[]>

let find: FindPlaces | undefined

/** Declares how a higher module finds the repositories of spaces, by the ids of the spaces. */
export function declareRepositoryPlaces(findPlaces: FindPlaces): void {
  find = findPlaces
}

export async function findRepositoryPlace(db: Queryable, spaceId: string): Promise<RepositoryPlace | null> {
  return (await find?.(db, [spaceId]))?.[0] ?? null
}

export const repositoryPlaces: BatchDefinition<string, RepositoryPlace> = {
  name: 'repositoryPlaces',
  batch: async ({ db }, spaceIds) => (await find?.(db, spaceIds)) ?? spaceIds.map(() => null),
}

/** Whether a link without a target in the content may refer to another file of the repository. */
export const mayLeadOutside = ({ status, relation, targetKind, href }: LinkRow): boolean =>
  (status === 'broken' || status === 'outside') &&
  relation === 'reference' &&
  targetKind === null &&
  href !== 'broken-reference' &&
  !/^(?:[a-z][a-z0-9+.-]*:|[/#?])/i.test(href)

/** The URL of a file of the repository that is no content, such as source code, which a page at `from` links to. */
export function outsideUrl(place: RepositoryPlace, from: string | undefined, href: string): string | null {
  if (from === undefined) return null
  const [, bare = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(href) ?? []
  const path = posix.join(posix.dirname(from), percentDecoded(bare))
  if (bare === '' || path === '..' || path.startsWith('../')) return null
  const url = place.urlOf(path)
  return url === null ? null : `${url}${rest}`
}
