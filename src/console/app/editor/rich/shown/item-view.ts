import type { Node } from 'prosemirror-model'
import type { EditorView, NodeView } from 'prosemirror-view'
import { texts } from '../../../texts/index.ts'
import { element } from '../../forms/element.ts'
import styles from '../RichMode.module.css'

type Position = () => number | undefined

/** A list item; a task has a box to tick. */
export class ItemView implements NodeView {
  readonly dom: HTMLElement
  readonly contentDOM: HTMLElement
  readonly #box: HTMLInputElement | undefined
  #node: Node

  constructor(node: Node, view: EditorView, position: Position) {
    this.#node = node
    this.contentDOM = element('div')
    if (node.attrs.checked === null) {
      this.dom = element('li', { dir: 'auto' })
      this.contentDOM = this.dom
      return
    }
    const box = element('input', {
      type: 'checkbox',
      'aria-label': texts.rich.taskDone,
      contenteditable: 'false',
    })
    box.checked = node.attrs.checked as boolean
    box.addEventListener('change', () => {
      const at = position()
      if (at !== undefined) view.dispatch(view.state.tr.setNodeAttribute(at, 'checked', box.checked))
    })
    this.#box = box
    this.dom = element('li', { class: `task ${styles.task}`, dir: 'auto' }, box, this.contentDOM)
  }

  update(node: Node): boolean {
    const isSame = (node.attrs.checked === null) === (this.#node.attrs.checked === null)
    if (node.type !== this.#node.type || !isSame) return false
    this.#node = node
    if (this.#box) this.#box.checked = node.attrs.checked as boolean
    return true
  }

  stopEvent({ target }: Event): boolean {
    return target === this.#box
  }

  ignoreMutation({ target }: { target: globalThis.Node }): boolean {
    return target === this.#box
  }
}
