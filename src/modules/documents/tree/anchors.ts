import { withWords } from '../../../core/slugs.ts'
import { plainText } from './plain-text.ts'
import type { DocumentTree, HeadingBlock } from './types.ts'

const wellFormed = /^[-\p{L}\p{N}\p{M}.+_]{1,200}$/u

/** The anchor of a text: its letters and digits, of any script. An anchor never begins with a digit. */
function anchorOf(heading: string): string {
  const words = withWords(heading)
    .normalize('NFKD')
    .toLowerCase()
    // Accents of Latin letters are left out. In other scripts, marks are part of the letters.
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}.+_]+/gu, '-')
    .replace(/^-|-$/g, '')
  return /^\d/.test(words) ? `id-${words}` : words || 'section'
}

/** The rule before anchors had letters of all scripts. Links of readers can still have such anchors. */
const formerAnchorOf = (heading: string): string =>
  heading
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9.+_]+/g, '-')
    .replace(/^-|-$/g, '') || 'section'

/** The anchors of one document: lower case, unique, and without characters that have a meaning in URLs. */
export class Anchors {
  readonly #rule: (heading: string) => string
  #taken = new Set<string>()
  #nextNumber = new Map<string, number>()

  constructor(rule = anchorOf) {
    this.#rule = rule
  }

  /** The anchor of a heading: the custom one if it is valid, otherwise one made from its text. */
  take(heading: string, own?: string): string {
    const isOwn =
      own !== undefined && wellFormed.test(own) && own === own.toLowerCase() && !this.#taken.has(own)
    const anchor = isOwn ? own : this.made(heading)
    this.#taken.add(anchor)
    return anchor
  }

  /** The anchor that the text of a heading results in. */
  made(heading: string): string {
    const base = this.#rule(heading)
    if (!this.#taken.has(base)) return base
    let number = this.#nextNumber.get(base) ?? 1
    while (this.#taken.has(`${base}-${number}`)) number += 1
    this.#nextNumber.set(base, number)
    return `${base}-${number}`
  }
}

interface WithInner {
  type?: string
  nodes?: readonly unknown[]
  fragments?: readonly unknown[]
}

function* headingsIn(node: WithInner): Generator<HeadingBlock> {
  if (node.type?.startsWith('heading-')) yield node as HeadingBlock
  else {
    for (const inner of [...(node.nodes ?? []), ...(node.fragments ?? [])])
      yield* headingsIn(inner as WithInner)
  }
}

/** The anchors that headings had by the former rule, by the anchors that they have. No other heading has them. */
export function formerAnchors(tree: DocumentTree): ReadonlyMap<string, string> {
  const now = new Anchors()
  const before = new Anchors(formerAnchorOf)
  const former = new Map<string, string>()
  for (const { meta, nodes } of headingsIn(tree)) {
    const words = plainText(nodes)
    const isOwn = now.made(words) !== meta.id
    now.take(words, meta.id)
    former.set(meta.id, before.take(words, isOwn ? meta.id : undefined))
  }
  for (const [anchor, other] of former) if (former.has(other)) former.delete(anchor)
  return former
}

/** The anchors of the title of expandable content: today's, and the one by the former rule if it differs. */
export function titleAnchors(title: string): { anchor: string; former?: string } {
  const [anchor, former] = [anchorOf(title), formerAnchorOf(title)]
  return former === anchor || former === 'section' ? { anchor } : { anchor, former }
}
