import { texts } from '../texts/index.ts'

interface Collection {
  readonly id: string
  readonly title: string
  readonly parent: { readonly id: string } | null | undefined
  readonly permissions: { readonly create: boolean }
}

interface Path {
  id: string
  /** The titles from the outermost collection down, such as `Handbooks / Internal`. */
  path: string
  mayCreate: boolean
}

/** Collections by their path, without one of them and those in it. Linear in the collections, apart from sorting. */
export function pathsOf(collections: readonly Collection[], without?: string): Path[] {
  const known = new Map(collections.map((collection) => [collection.id, collection]))
  const paths = new Map<string, string | null>()
  const pathOf = (collection: Collection): string | null => {
    const found = paths.get(collection.id)
    if (found !== undefined) return found
    const above = collection.parent ? known.get(collection.parent.id) : undefined
    const title = collection.title || texts.places.untitled
    const outer = above && pathOf(above)
    const path =
      collection.id === without || outer === null ? null : outer === undefined ? title : `${outer} / ${title}`
    paths.set(collection.id, path)
    return path
  }
  return collections
    .flatMap((collection) => {
      const path = pathOf(collection)
      return path === null ? [] : [{ id: collection.id, path, mayCreate: collection.permissions.create }]
    })
    .sort((a, b) => a.path.localeCompare(b.path))
}
