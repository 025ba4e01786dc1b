interface Placed {
  readonly id: string
  readonly position: string
}

interface PlacedCollection extends Placed {
  readonly title: string
  readonly parent: { readonly id: string } | null | undefined
}

interface PlacedSpace extends Placed {
  readonly parent: { readonly id: string; readonly title: string } | null | undefined
}

/** The spaces that are directly in a collection, or in none. */
export interface Group<Space> {
  /** Null for the spaces that are in no collection. */
  collection: { id: string; title: string } | null
  /** The collections above it, the outermost first. */
  above: string[]
  /** The collections before and after it in the same place. */
  before?: string | undefined
  after?: string | undefined
  spaces: Space[]
}

/** By position, byte by byte, and then by id. */
const byPosition = (a: Placed, b: Placed): number => {
  const [first, second] = a.position === b.position ? [a.id, b.id] : [a.position, b.position]
  return first < second ? -1 : first > second ? 1 : 0
}

function childrenOf<Item extends Placed & { readonly parent: { readonly id: string } | null | undefined }>(
  items: readonly Item[],
): Map<string, Item[]> {
  const children = new Map<string, Item[]>()
  for (const item of items) {
    const parent = item.parent?.id ?? ''
    const siblings = children.get(parent)
    if (siblings) siblings.push(item)
    else children.set(parent, [item])
  }
  for (const siblings of children.values()) siblings.sort(byPosition)
  return children
}

/** The spaces by collection: those in none first, then each collection followed by those in it. Linear, apart from sorting. */
export function groupSpaces<Space extends PlacedSpace>(
  collections: readonly PlacedCollection[],
  spaces: readonly Space[],
): Group<Space>[] {
  const known = new Map(collections.map((collection) => [collection.id, collection]))
  const nested = childrenOf(
    collections.map((collection) => ({
      ...collection,
      // What is in a collection that the person cannot see is shown at the top.
      parent: collection.parent && known.has(collection.parent.id) ? collection.parent : null,
    })),
  )
  const contained = childrenOf(spaces)
  const groups: Group<Space>[] = [{ collection: null, above: [], spaces: contained.get('') ?? [] }]
  const add = (parent: string, above: string[]) => {
    const siblings = nested.get(parent) ?? []
    for (const [at, { id, title }] of siblings.entries()) {
      const beside = { before: siblings[at - 1]?.id, after: siblings[at + 1]?.id }
      groups.push({ collection: { id, title }, above, ...beside, spaces: contained.get(id) ?? [] })
      add(id, [...above, title])
    }
  }
  add('', [])
  // There can be more collections than were read: their spaces know them.
  for (const [id, members] of contained) {
    const parent = members[0]?.parent
    if (parent && !known.has(id)) groups.push({ collection: parent, above: [], spaces: members })
  }
  return groups.filter(({ collection, spaces: members }) => collection !== null || members.length > 0)
}
