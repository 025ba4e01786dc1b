import type { Node } from 'prosemirror-model'
import { type EditorState, Plugin } from 'prosemirror-state'
import type { EditorView, NodeView } from 'prosemirror-view'
import { element } from '../forms/element.ts'
import { isRest, readOn } from './read-in-pieces.ts'

/** What a piece takes at most, so that keys in between are not late. */
const PIECE_MS = 8
/** Where the browser has no rest, a piece is read after this time. */
const PATIENCE_MS = 100
/** Keys that can lead to the end of a text. */
const FAR_KEYS: ReadonlySet<string> = new Set(['End', 'PageDown', 'ArrowDown', 'Delete'])

interface Place {
  node: Node
  at: number
}

function restIn({ doc }: EditorState): Place | undefined {
  let at = doc.content.size
  for (let index = doc.childCount - 1; index >= 0; index -= 1) {
    const node = doc.child(index)
    at -= node.nodeSize
    if (isRest(node)) return { node, at }
  }
  return undefined
}

/** The part of a long text that is not read yet. It is read while the browser rests, and at once where somebody goes there. */
export class UnreadText {
  #hasRest = false

  /** Whether a state selects or no longer has what is not read. */
  isTouchedBy(next: EditorState): boolean {
    if (!this.#hasRest) return false
    const rest = restIn(next)
    return rest === undefined || next.selection.to > rest.at
  }

  readAll(view: EditorView): void {
    this.#read(view, Number.POSITIVE_INFINITY)
  }

  #read(view: EditorView, characters?: number): boolean {
    const rest = restIn(view.state)
    this.#hasRest = rest !== undefined
    if (!rest) return false
    const { node, at } = rest
    const nodes = readOn(node, characters)
    const tr = view.state.tr.replaceWith(at, at + node.nodeSize, nodes).setMeta('addToHistory', false)
    view.updateState(view.state.apply(tr))
    this.#hasRest = restIn(view.state) !== undefined
    return this.#hasRest
  }

  readonly plugin = new Plugin({
    view: (view) => {
      let timer: number | undefined
      const later = () => {
        timer = requestIdleCallback(go, { timeout: PATIENCE_MS })
      }
      const go = (deadline: IdleDeadline) => {
        do if (!this.#read(view)) return
        while (deadline.timeRemaining() > PIECE_MS)
        later()
      }
      this.#hasRest = restIn(view.state) !== undefined
      if (this.#hasRest) later()
      return { destroy: () => timer !== undefined && cancelIdleCallback(timer) }
    },
    props: {
      handleDOMEvents: {
        keydown: (view, event) => {
          if (this.#hasRest && (event.ctrlKey || event.metaKey || FAR_KEYS.has(event.key))) this.readAll(view)
          return false
        },
      },
    },
  })
}

const LINE_CHARACTERS = 80

/** About as high as what is not read yet. */
export class RestView implements NodeView {
  readonly dom = element('div', { 'aria-hidden': 'true', contenteditable: 'false' })

  constructor({ attrs }: Node) {
    this.dom.style.blockSize = `${Math.round((attrs.source as string).length / LINE_CHARACTERS)}lh`
  }

  ignoreMutation(): boolean {
    return true
  }
}
