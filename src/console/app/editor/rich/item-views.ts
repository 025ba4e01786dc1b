import type { Node } from 'prosemirror-model'
import { TextSelection } from 'prosemirror-state'
import type { EditorView, NodeView } from 'prosemirror-view'
import { texts } from '../../texts/index.ts'
import { element } from '../forms/element.ts'
import styles from './RichMode.module.css'
import { attributesOfTag, withAttribute } from './source/tags.ts'

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

/** A tab, with its title as a field above it. Shift and Tab lead from the text to the title, Enter back. */
export class TabView implements NodeView {
  readonly dom: HTMLElement
  readonly contentDOM = element('div', { class: 'inside' })
  readonly #title = element('input', { type: 'text', class: styles.title, dir: 'auto' })
  #node: Node

  constructor(node: Node, view: EditorView, position: Position) {
    this.#node = node
    this.#title.setAttribute('aria-label', texts.rich.tabTitle)
    this.#title.placeholder = texts.rich.tabTitle
    this.#show()
    this.#title.addEventListener('input', () => {
      const at = position()
      if (at === undefined) return
      const tag = withAttribute(this.#node.attrs.tag as string, 'title', this.#title.value.trim())
      view.dispatch(view.state.tr.setNodeAttribute(at, 'tag', tag))
    })
    this.#title.addEventListener('keydown', (event) => {
      const at = position()
      if (event.key !== 'Enter' || event.isComposing || at === undefined) return
      event.preventDefault()
      const { tr } = view.state
      view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1))).scrollIntoView())
      view.focus()
    })
    const bar = element('div', { contenteditable: 'false' }, this.#title)
    this.dom = element('div', { class: styles.tab }, bar, this.contentDOM)
  }

  #show(): void {
    this.#title.value = attributesOfTag(this.#node.attrs.tag as string).get('title') ?? ''
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false
    this.#node = node
    if (document.activeElement !== this.#title) this.#show()
    return true
  }

  stopEvent({ target }: Event): boolean {
    return target === this.#title
  }

  ignoreMutation({ target }: { target: globalThis.Node }): boolean {
    return !this.contentDOM.contains(target)
  }
}
