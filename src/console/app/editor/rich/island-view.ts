import type { Node } from 'prosemirror-model'
import { NodeSelection, TextSelection } from 'prosemirror-state'
import type { EditorView, NodeView } from 'prosemirror-view'
import { elementsOf } from '../../parts/RenderedHtml.tsx'
import { texts } from '../../texts/index.ts'
import { element } from '../forms/element.ts'
import { sourceForm } from '../forms/source-form.ts'
import styles from './RichMode.module.css'
import { schema } from './source/schema.ts'

/** Renders the source of an island. Null if the server could not. */
export type RenderIsland = (source: string) => Promise<string | null>

const MAX_WORDS = 60
/** A character without width. */
const WORD_JOINER = '\u2060'

/** A block that is shown as readers see it, and edited as its source. It is a button: Enter, a click or a tap opens its form. */
export class IslandView implements NodeView {
  readonly dom: HTMLElement
  readonly #view: EditorView
  readonly #position: () => number | undefined
  readonly #render: RenderIsland
  readonly #button = element('button', { type: 'button', class: styles.open })
  readonly #shown: HTMLElement
  #node: Node
  #form: HTMLElement | undefined

  constructor(node: Node, view: EditorView, position: () => number | undefined, render: RenderIsland) {
    this.#node = node
    this.#view = view
    this.#position = position
    this.#render = render
    const { isInline } = node
    this.#shown = element(isInline ? 'span' : 'div', { inert: '', class: styles.shown })
    this.dom = element(
      isInline ? 'span' : 'div',
      { class: isInline ? styles.inline : styles.island },
      this.#shown,
      this.#button,
    )
    this.#button.addEventListener('click', () => this.open())
    this.#show()
  }

  #show(): void {
    const { kind, source } = this.#node.attrs as { kind: string; source: string }
    const names = texts.rich.kinds as Readonly<Record<string, string>>
    const words = source.replace(/\s+/g, ' ').slice(0, MAX_WORDS)
    this.#button.setAttribute('aria-label', texts.rich.island(names[kind] ?? texts.rich.block, words))
    if (kind === 'divider') {
      this.#shown.replaceChildren(element('hr'))
      return
    }
    const plain = () =>
      this.#shown.replaceChildren(element('code', { class: styles.source, dir: 'auto' }, source))
    if (this.#shown.childNodes.length === 0) plain()
    // Beside a character, what is in a line is rendered as such: an image or a formula alone would be a block.
    const rendered = this.#node.isInline ? `${WORD_JOINER}${source}` : source
    void this.#render(rendered).then((html) => {
      if (this.#node.attrs.source !== source) return
      const content = html === null ? undefined : elementsOf(html)
      if (content === undefined || content.childNodes.length === 0) plain()
      else if (!this.#node.isInline) this.#shown.replaceChildren(content)
      // What the server renders is a paragraph of its own.
      else this.#shown.replaceChildren(...(content.querySelector('p') ?? content).childNodes)
    })
  }

  open(): void {
    if (this.#form || !this.#view.editable) return
    const before = this.#node.attrs.source as string
    this.#form = sourceForm({
      source: before,
      onInput: (source) => this.#write(source),
      onApply: (source) => this.#close(source),
      onCancel: () => this.#close(before),
    })
    this.dom.append(this.#form)
    this.dom.classList.add(styles.opened ?? '')
  }

  /** What is typed in the form is in the text at once, so that nobody loses it who leaves without applying it. */
  #write(source: string): void {
    const at = this.#position()
    if (at === undefined || source === this.#node.attrs.source || source.trim() === '') return
    this.#view.dispatch(this.#view.state.tr.setNodeAttribute(at, 'source', source))
  }

  #close(source: string): void {
    this.#write(source)
    this.#form?.remove()
    this.#form = undefined
    this.dom.classList.remove(styles.opened ?? '')
    this.#show()
    const at = this.#position()
    if (at !== undefined) {
      const { tr } = this.#view.state
      if (source.trim() === '') tr.delete(at, at + this.#node.nodeSize)
      else tr.setSelection(NodeSelection.create(tr.doc, at))
      this.#view.dispatch(tr)
    }
    this.#view.focus()
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false
    const isSame = node.attrs.source === this.#node.attrs.source
    this.#node = node
    // What is being typed is not shown beside its form.
    if (!isSame && !this.#form) this.#show()
    return true
  }

  selectNode(): void {
    this.dom.classList.add(styles.selected ?? '')
  }

  deselectNode(): void {
    this.dom.classList.remove(styles.selected ?? '')
  }

  stopEvent(event: Event): boolean {
    return event.target instanceof Element && event.target.closest('form, button') !== null
  }

  ignoreMutation(): boolean {
    return true
  }
}

/** Opens the island that is selected. */
export function openSelected(view: EditorView): boolean {
  const { selection } = view.state
  if (!(selection instanceof NodeSelection)) return false
  const dom = view.nodeDOM(selection.from)
  const button =
    dom instanceof HTMLElement ? dom.querySelector<HTMLElement>(`:scope > .${styles.open}`) : null
  button?.click()
  return button !== null
}

/** What is typed while an island is selected goes below it, or behind it in its line, and not in its place. */
export function typeBesideIsland(view: EditorView, _from: number, _to: number, text: string): boolean {
  const { selection, tr } = view.state
  if (!(selection instanceof NodeSelection) || !selection.node.isLeaf) return false
  const { node, to } = selection
  if (node.isInline) tr.insertText(text, to)
  else tr.insert(to, schema.nodes.paragraph.create(null, schema.text(text)))
  const end = to + text.length + (node.isInline ? 0 : 1)
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, end)).scrollIntoView())
  return true
}
