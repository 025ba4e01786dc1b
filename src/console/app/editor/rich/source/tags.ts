import { attributesIn, attributesText } from '../../../../../modules/documents/parsing/attributes.ts'
import { tagIn } from '../../../../../modules/documents/parsing/pairs.ts'
import { groups, holders } from '../../../../../modules/documents/tree/forms.ts'

/** The tags around blocks that can be edited as text, by the name of their node. */
export const blockTags = Object.keys(holders)

/** The tags that contain only tags of one name. */
export const groupTags: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(groups).map(([name, { item }]) => [name, item]),
)

export const itemTags = Object.values(groupTags)

/** The name of a tag of Markdown as the name of a node. */
export const nodeName = (tag: string): string => `tag_${tag}`

export const attributesOfTag = (tag: string): Map<string, string> => attributesIn(tagIn(tag)?.source ?? '')

/** The name of an HTML element, by its opening tag. */
export const elementName = (tag: string): string => /^<([a-z]+)/i.exec(tag)?.[1]?.toLowerCase() ?? 'span'

/** The tag with another value of an attribute; everything else in it stays as it is written. */
export function withAttribute(tag: string, name: string, value: string): string {
  const attributes = attributesOfTag(tag)
  if ((attributes.get(name) ?? '') === value) return tag
  if (value === '') attributes.delete(name)
  else attributes.set(name, value)
  return `{% ${tagIn(tag)?.name ?? ''}${attributesText(attributes)} %}`
}
