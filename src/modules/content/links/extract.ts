import { Anchors, type Mention, mentionsIn } from '../document/index.ts'
import { splitSource } from '../pages/front-matter.ts'
import { linksInHtml } from './html-links.ts'

/** `dependsOn`: without it the page is not whole. */
export type Relation = 'reference' | 'dependsOn'

/** A link as it is written. */
export interface WrittenLink {
  href: string
  relation: Relation
  /** The key of the node that it is or stands in, in the document tree of the page. */
  nodeKey: string
}

export interface WrittenLinks {
  links: WrittenLink[]
  /** Whether `#anchor` leads somewhere on the same page. */
  hasAnchor: (anchor: string) => boolean
}

/** More than any page for readers has; a page beyond it would cost every edit of it. */
const MOST_LINKS = 5_000
/** Longer than any address that works. */
const MOST_CHARACTERS = 2_048

const TAG = /^\{%\s*([a-z-]+)\s*([\s\S]*?)%\}$/
const INCLUDED = /^(?:"([^"]*)"|'([^']*)')/
/** Tags that lead elsewhere, and the attribute that says where. */
const tagAttributes: Readonly<Record<string, string>> = {
  'content-ref': 'url',
  'page-ref': 'page',
  embed: 'url',
  file: 'src',
}

/** The links of a page's source, in the order of the text. */
export const linksIn = (markdown: string): WrittenLink[] => readLinks(markdown).links

/** The links of a page's source, and which anchors it has. */
export function readLinks(markdown: string): WrittenLinks {
  const { mentions, anchors } = mentionsIn(splitSource(markdown).body)
  const named = new Set<string>()
  const links: WrittenLink[] = []
  const add = (href: string, { at }: Mention, relation: Relation = 'reference') => {
    // An image in the address itself leads nowhere.
    if (href !== '' && !/^data:/i.test(href)) links.push({ href: cut(href), relation, nodeKey: at.key })
  }
  let card: string | undefined
  for (const mention of mentions) {
    if (links.length >= MOST_LINKS) break
    switch (mention.by) {
      case 'html': {
        const found = linksInHtml(mention.text)
        for (const href of found.hrefs) add(href, mention)
        for (const anchor of found.anchors) named.add(anchor)
        break
      }
      case 'tag': {
        const tag = tagOf(mention.text)
        card = tag?.name === 'content-ref' ? tag.href : undefined
        if (tag?.href !== undefined) add(tag.href, mention, tag.relation)
        break
      }
      default:
        // A card repeats its link as text, for readers that do not know cards.
        if (mention.text !== card) add(mention.text, mention)
    }
  }
  const hasAnchor = (anchor: string) =>
    named.has(anchor) || anchors.has(anchor) || anchors.has(new Anchors().take(anchor))
  return { links: links.slice(0, MOST_LINKS), hasAnchor }
}

/** Cut at its limit, though never through a character. */
const cut = (href: string): string => href.slice(0, MOST_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '')

function tagOf(text: string): { name: string; href: string | undefined; relation: Relation } | undefined {
  const [, name = '', rest = ''] = TAG.exec(text) ?? []
  if (name === 'include') {
    const [, double, single] = INCLUDED.exec(rest) ?? []
    return { name, href: double ?? single, relation: 'dependsOn' }
  }
  const attribute = tagAttributes[name]
  const href = attribute === undefined ? undefined : attributeOf(rest, attribute)
  return { name, href, relation: 'reference' }
}

function attributeOf(text: string, name: string): string | undefined {
  for (const [, key, double, single] of text.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    if (key === name) return double ?? single
  }
  return undefined
}
