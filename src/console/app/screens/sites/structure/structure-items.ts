/** What a site is made of, as the API names its kinds. */
export type ItemKind = 'SITE_SECTION' | 'SITE_SECTION_GROUP' | 'SITE_SPACE'

interface PlacedSpace {
  readonly __typename?: string
  readonly id: string
  readonly title: string
  readonly path: string
  readonly default: boolean
  readonly condition: string | null | undefined
  readonly space: { readonly id: string } | null | undefined
}

interface Section {
  readonly id: string
  readonly title: string
  readonly path: string
  readonly default: boolean
  readonly condition: string | null | undefined
  readonly icon: string | null | undefined
  readonly description: string | null | undefined
  readonly siteSpaces: { readonly nodes: readonly PlacedSpace[] }
}

interface Group {
  readonly id: string
  readonly title: string
  readonly icon: string | null | undefined
  readonly sections: { readonly nodes: readonly Section[] }
}

/** The structure of a site as the API returns it: spaces alone, or sections and groups of them. */
export interface Structure {
  readonly siteSpaces?: { readonly nodes: readonly PlacedSpace[] } | undefined
  readonly items?:
    | {
        readonly nodes: readonly (
          | ({ readonly __typename: 'SiteSection' } & Section)
          | ({ readonly __typename: 'SiteSectionGroup' } & Group)
          | { readonly __typename: '%other' }
        )[]
      }
    | undefined
}

/** One row: a group, a section or a variant. */
export interface Item {
  kind: ItemKind
  id: string
  title: string
  depth: number
  /** The id of the section or group that it is in. */
  parent: string | undefined
  path?: string
  isDefault: boolean
  condition: string
  icon: string
  description: string
  /** The space of a variant. */
  space?: string | undefined
  /** The ids of what is directly in it. */
  children: string[]
}

const variantOf =
  (parent: string | undefined, depth: number) =>
  (row: PlacedSpace): Item => ({
    kind: 'SITE_SPACE',
    id: row.id,
    title: row.title,
    depth,
    parent,
    path: row.path,
    isDefault: row.default,
    condition: row.condition ?? '',
    icon: '',
    description: '',
    space: row.space?.id,
    children: [],
  })

function sectionOf(section: Section, parent: string | undefined, depth: number): Item[] {
  const variants = section.siteSpaces.nodes.map(variantOf(section.id, depth + 1))
  return [
    {
      kind: 'SITE_SECTION',
      id: section.id,
      title: section.title,
      depth,
      parent,
      path: section.path,
      isDefault: section.default,
      condition: section.condition ?? '',
      icon: section.icon ?? '',
      description: section.description ?? '',
      children: variants.map(({ id }) => id),
    },
    ...variants,
  ]
}

/** The rows of a structure from top to bottom. */
export function itemsOf({ siteSpaces, items }: Structure): Item[] {
  const spaces = (siteSpaces?.nodes ?? []).map(variantOf(undefined, 0))
  const rows = (items?.nodes ?? []).flatMap((item): Item[] => {
    if (item.__typename === 'SiteSection') return sectionOf(item, undefined, 0)
    if (item.__typename !== 'SiteSectionGroup') return []
    const { id, title, icon, sections } = item
    const inside = sections.nodes.flatMap((section) => sectionOf(section, id, 1))
    const group: Item = {
      kind: 'SITE_SECTION_GROUP',
      id,
      title,
      depth: 0,
      parent: undefined,
      isDefault: false,
      condition: '',
      icon: icon ?? '',
      description: '',
      children: sections.nodes.map((section) => section.id),
    }
    return [group, ...inside]
  })
  return [...spaces, ...rows]
}

/** Where an item goes: before or after another one. */
export interface Place {
  before?: { type: ItemKind; id: string }
  after?: { type: ItemKind; id: string }
}

const refOf = ({ kind, id }: Item) => ({ type: kind, id })

/** Those in the same section, group or site, in their order. */
export const siblingsOf = (items: readonly Item[], { parent, depth }: Item): Item[] =>
  items.filter((item) => item.parent === parent && item.depth === depth)

/** Where an item is now, to move it back. Undefined if it has no siblings. */
export function placeOf(items: readonly Item[], item: Item): Place | undefined {
  const siblings = siblingsOf(items, item)
  const at = siblings.findIndex(({ id }) => id === item.id)
  const [previous, next] = [siblings[at - 1], siblings[at + 1]]
  if (previous) return { after: refOf(previous) }
  return next && { before: refOf(next) }
}

/** One place up or down. Undefined at the end of its siblings. */
export function placeBeside(items: readonly Item[], item: Item, by: 1 | -1): Place | undefined {
  const siblings = siblingsOf(items, item)
  const other = siblings[siblings.findIndex(({ id }) => id === item.id) + by]
  return other && (by === 1 ? { after: refOf(other) } : { before: refOf(other) })
}

/** Where an item that is dropped on another one goes. Undefined where it cannot go. */
export function placeAt(item: Item, target: Item, isAfter: boolean): Place | undefined {
  if (item.id === target.id) return undefined
  const isVariant = item.kind === 'SITE_SPACE'
  if (isVariant !== (target.kind === 'SITE_SPACE')) return undefined
  // Groups are at the top only.
  if (item.kind === 'SITE_SECTION_GROUP' && target.depth > 0) return undefined
  return isAfter ? { after: refOf(target) } : { before: refOf(target) }
}
