import type { Node } from 'prosemirror-model'
import { Plugin, PluginKey } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import { texts } from '../../texts/index.ts'
import { type Doubt, type DoubtFacts, type DoubtKind, doubtsInLine, isBroken, MAX_LINE } from '../doubts.ts'
import styles from './RichMode.module.css'
import { schema } from './source/schema.ts'

/** What is typed is looked at after a short rest, so that typing stays fast. */
const REST_MS = 400
/** Islands whose source is no text. */
const NO_TEXT: ReadonlySet<string> = new Set(['code', 'formula', 'divider', 'rest'])

const key = new PluginKey<DecorationSet>('doubts')
const { link, soft } = schema.marks

/** What is doubtful in one block, from its start. */
type BlockDoubt = Doubt & { isNode?: boolean }

function doubtsInIsland({ attrs, nodeSize }: Node, at: number, facts: DoubtFacts): BlockDoubt[] {
  if (NO_TEXT.has(attrs.kind as string)) return []
  for (const line of (attrs.source as string).split(/\r\n|\r|\n/)) {
    const [doubt] = doubtsInLine(line, facts)
    if (doubt) return [{ from: at, to: at + nodeSize, kind: doubt.kind, isNode: true }]
  }
  return []
}

function doubtsInText(block: Node, start: number, facts: DoubtFacts): BlockDoubt[] {
  const doubts: BlockDoubt[] = []
  let lineStart = start
  const endLine = (end: number) => {
    const from = lineStart + MAX_LINE
    if (end > from && !doubts.some(({ to }) => to > from)) doubts.push({ from, to: end, kind: 'long' })
  }
  block.forEach((child, offset) => {
    const at = start + offset
    const end = at + child.nodeSize
    if (child.type === schema.nodes.hard_break || soft.isInSet(child.marks)) {
      endLine(at)
      lineStart = end
    }
    if (child.type === schema.nodes.inline_island) doubts.push(...doubtsInIsland(child, at, facts))
    const href = link.isInSet(child.marks)?.attrs.href as string | undefined
    if (href === undefined || !isBroken(href, facts)) return
    const last = doubts.at(-1)
    // A link with words in bold is several nodes.
    if (last?.kind === 'broken' && last.to === at && !last.isNode) last.to = end
    else doubts.push({ from: at, to: end, kind: 'broken' })
  })
  endLine(start + block.content.size)
  return doubts
}

function doubtsInBlock(block: Node, facts: DoubtFacts): BlockDoubt[] {
  if (block.type === schema.nodes.island) return doubtsInIsland(block, 0, facts)
  if (block.isTextblock) return doubtsInText(block, 1, facts)
  const doubts: BlockDoubt[] = []
  block.descendants((node, at) => {
    if (node.type === schema.nodes.island) doubts.push(...doubtsInIsland(node, at + 1, facts))
    else if (node.isTextblock) doubts.push(...doubtsInText(node, at + 2, facts))
    return !node.isTextblock
  })
  return doubts
}

const decorationOf = (kind: DoubtKind, from: number, to: number, isNode: boolean): Decoration => {
  const attributes = { class: styles.doubt ?? '', title: texts.editor.doubts[kind] }
  return isNode ? Decoration.node(from, to, attributes) : Decoration.inline(from, to, attributes)
}

/** Looks at all blocks again. Those that are the same as before, for the same pages, are known. */
export function refreshDoubts(view: EditorView): void {
  view.dispatch(view.state.tr.setMeta(key, true).setMeta('addToHistory', false))
}

/** Marks quietly what is doubtful: broken links, pictures without a text, very long lines. */
export function doubts(facts: () => DoubtFacts): Plugin<DecorationSet> {
  let known = new WeakMap<Node, readonly BlockDoubt[]>()
  let knownFor: DoubtFacts | undefined
  const decorationsOf = (doc: Node): DecorationSet => {
    const current = facts()
    const isSame = knownFor?.pages === current.pages && knownFor.isComplete === current.isComplete
    if (!isSame) known = new WeakMap()
    knownFor = current
    const made: Decoration[] = []
    doc.forEach((block, start) => {
      const found = known.get(block) ?? doubtsInBlock(block, current)
      known.set(block, found)
      for (const { from, to, kind, isNode = false } of found)
        made.push(decorationOf(kind, start + from, start + to, isNode))
    })
    return DecorationSet.create(doc, made)
  }
  return new Plugin({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply: (tr, before) =>
        tr.getMeta(key) === true ? decorationsOf(tr.doc) : before.map(tr.mapping, tr.doc),
    },
    props: { decorations: (state) => key.getState(state) },
    view: (view) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const soon = () => {
        clearTimeout(timer)
        // Elements that change would end what an input method composes.
        timer = setTimeout(() => (view.composing ? soon() : refreshDoubts(view)), REST_MS)
      }
      return {
        update: (_view, before) => {
          if (view.state.doc !== before.doc) soon()
        },
        destroy: () => clearTimeout(timer),
      }
    },
  })
}
