import type { List, ListItem, Root } from 'mdast'
import { type Content, OpenTags, type Tag, tagOf } from './pairs.ts'

type IsOpen = (name: string) => boolean

/**
 * Ends a list before a closing tag that is written in its last item and belongs to an opening tag outside the list.
 * Formatters indent the tag line below a list as if it were text of the last item.
 */
export function endListsAtTags(root: Root): void {
  const children = root.children as Content[]
  children.splice(0, children.length, ...settled(children, () => false).content)
}

interface Settled {
  content: Content[]
  /** The index of the first closing tag that belongs to an opening tag outside; -1 if there is none. */
  escapesAt: number
}

function settled(children: readonly Content[], isOpenOutside: IsOpen): Settled {
  const content: Content[] = []
  const tags = new OpenTags()
  const isOpen: IsOpen = (name) => tags.has(name) || isOpenOutside(name)
  const rest = [...children].reverse()
  let escapesAt = -1
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    content.push(node)
    const tag = tagOf(node)
    if (tag !== undefined) {
      if (escapes(tag, tags, isOpenOutside) && escapesAt === -1) escapesAt = content.length - 1
    } else if (node.type === 'list') {
      rest.push(...takenFromList(node, isOpen).reverse())
    } else if (node.type === 'blockquote' || node.type === 'footnoteDefinition') {
      node.children = settled(node.children as Content[], isOpen).content
    }
  }
  return { content, escapesAt }
}

/** Whether a closing tag belongs to a tag outside. Records the tags that are open here. */
function escapes({ name, isEnd }: Tag, tags: OpenTags, isOpenOutside: IsOpen): boolean {
  if (isEnd) return tags.close(name) === undefined && isOpenOutside(name)
  tags.open(name, 0)
  return false
}

/** Removes what follows the end of a list from its last item. */
function takenFromList(list: List, isOpen: IsOpen): Content[] {
  let escaped: Content[] = []
  for (const item of list.children) {
    const { content, escapesAt } = settled(item.children as Content[], isOpen)
    item.children = content
    // An item that begins with the tag was written like that.
    if (escapesAt > 0 && item === list.children.at(-1)) escaped = item.children.splice(escapesAt) as Content[]
  }
  if (escaped.length > 0) endAtLastChild(list)
  return escaped
}

function endAtLastChild(list: List): void {
  const item = list.children.at(-1)
  for (const node of [item, list] satisfies (List | ListItem | undefined)[]) {
    const end = item?.children.at(-1)?.position?.end
    if (node?.position && end) node.position = { ...node.position, end }
  }
}
