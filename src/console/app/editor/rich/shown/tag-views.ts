import type { Node } from 'prosemirror-model'
import { TextSelection } from 'prosemirror-state'
import type { EditorView, NodeView } from 'prosemirror-view'
import { controlIcons } from '../../../../../modules/documents/control-icons.ts'
import { hintIcons } from '../../../../../modules/documents/hint-icons.ts'
import { hintStyle } from '../../../../../modules/documents/tree/forms.ts'
import type { HintStyle } from '../../../../../modules/documents/tree/types.ts'
import { texts } from '../../../texts/index.ts'
import { element } from '../../forms/element.ts'
import styles from '../RichMode.module.css'
import { attributesOfTag, nodeName, withAttribute } from '../source/tags.ts'
import { FIELD } from '../to-field.ts'

type Position = () => number | undefined

const SVG = 'http://www.w3.org/2000/svg'

function icon(path: string): SVGElement {
  const drawing = document.createElementNS(SVG, 'svg')
  const line = document.createElementNS(SVG, 'path')
  for (const [name, value] of Object.entries({ class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }))
    drawing.setAttribute(name, value)
  line.setAttribute('d', path)
  drawing.append(line)
  return drawing
}

/** Puts the cursor at the start of the text of a tag. */
function enter(view: EditorView, at: number): void {
  const { tr } = view.state
  view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1))).scrollIntoView())
  view.focus()
}

interface Field {
  label: () => string
  read: (tag: string) => string
  write: (tag: string, value: string) => string
  /** The elements around the field and the content, as on sites. */
  shell: (field: HTMLElement, content: HTMLElement) => HTMLElement
}

const attribute = (name: string) => ({
  read: (tag: string) => attributesOfTag(tag).get(name) ?? '',
  write: (tag: string, value: string) => withAttribute(tag, name, value),
})

const bar = (...children: (HTMLElement | SVGElement)[]) =>
  element('div', { contenteditable: 'false' }, ...children)

const named = (name: string, content: HTMLElement) => {
  content.className = name
  return content
}

const fields: Readonly<Record<string, Field>> = {
  tab: {
    ...attribute('title'),
    label: () => texts.rich.tabTitle,
    shell: (field, content) => element('div', { class: styles.tab }, bar(field), named('panel', content)),
  },
  update: {
    ...attribute('date'),
    label: () => texts.rich.updateDate,
    shell: (field, content) => {
      const [head, body] = [named('update-head', bar(field)), named('update-body', content)]
      return element('section', { class: 'update' }, head, body)
    },
  },
  prompt: {
    ...attribute('description'),
    label: () => texts.rich.promptTitle,
    shell: (field, content) => {
      const head = bar(icon(controlIcons.chevron ?? ''), field)
      head.dataset.tag = 'summary'
      return element('div', { class: 'expandable' }, head, named('inside', content))
    },
  },
  if: {
    label: () => texts.rich.condition,
    read: (tag) => tag.slice(2, -2).trim().slice('if'.length).trim(),
    write: (tag, value) => (/%\}|[\r\n]/.test(value) || value === '' ? tag : `{% if ${value} %}`),
    shell: (field, content) =>
      element('div', { class: styles.condition }, bar(field), named('panel', content)),
  },
}

/** A tag with a field above its text. Shift and Tab lead from the text to the field, Enter back. */
export class TagView implements NodeView {
  readonly dom: HTMLElement
  readonly contentDOM = element('div')
  readonly #input = element('input', { type: 'text', class: styles.title, dir: 'auto', [FIELD]: '' })
  readonly #field: Field
  #node: Node

  constructor(name: string, node: Node, view: EditorView, position: Position) {
    this.#node = node
    this.#field = fields[name] as Field
    const label = this.#field.label()
    this.#input.setAttribute('aria-label', label)
    this.#input.placeholder = label
    this.#show()
    this.#input.addEventListener('input', () => {
      const at = position()
      if (at === undefined) return
      const tag = this.#field.write(this.#node.attrs.tag as string, this.#input.value.trim())
      view.dispatch(view.state.tr.setNodeAttribute(at, 'tag', tag))
    })
    this.#input.addEventListener('keydown', (event) => {
      const at = position()
      const isLeft = ['Enter', 'ArrowDown', 'Escape'].includes(event.key)
      if (!isLeft || event.isComposing || at === undefined) return
      event.preventDefault()
      enter(view, at)
    })
    this.dom = this.#field.shell(this.#input, this.contentDOM)
  }

  #show(): void {
    this.#input.value = this.#field.read(this.#node.attrs.tag as string)
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false
    this.#node = node
    if (document.activeElement !== this.#input) this.#show()
    return true
  }

  stopEvent({ target }: Event): boolean {
    return target === this.#input
  }

  ignoreMutation({ target }: { target: globalThis.Node }): boolean {
    return !this.contentDOM.contains(target)
  }
}

const STYLES: readonly HintStyle[] = ['info', 'success', 'warning', 'danger']

/** A hint. Its icon is a button, which makes it one of the next style. */
export class HintView implements NodeView {
  readonly dom = element('div', { dir: 'auto' })
  readonly contentDOM = element('div')
  readonly #button = element('button', {
    type: 'button',
    class: `icon ${styles.style}`,
    contenteditable: 'false',
    [FIELD]: '',
  })
  #node: Node

  constructor(node: Node, view: EditorView, position: Position) {
    this.#node = node
    this.#show()
    this.dom.append(this.#button, this.contentDOM)
    this.#button.addEventListener('click', () => {
      const at = position()
      if (at === undefined) return
      const tag = this.#node.attrs.tag as string
      const next = STYLES[(STYLES.indexOf(this.#style) + 1) % STYLES.length] as HintStyle
      view.dispatch(view.state.tr.setNodeAttribute(at, 'tag', withAttribute(tag, 'style', next)))
    })
    this.#button.addEventListener('keydown', (event) => {
      const at = position()
      if ((event.key !== 'ArrowDown' && event.key !== 'Escape') || at === undefined) return
      event.preventDefault()
      enter(view, at)
    })
  }

  get #style(): HintStyle {
    return hintStyle(attributesOfTag(this.#node.attrs.tag as string).get('style'))
  }

  #show(): void {
    const style = this.#style
    const label = texts.rich.hintStyle(style)
    this.dom.className = `hint ${style}`
    this.#button.setAttribute('aria-label', label)
    this.#button.title = label
    this.#button.replaceChildren(icon(hintIcons[style]))
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false
    const isSame = node.attrs.tag === this.#node.attrs.tag
    this.#node = node
    if (!isSame) this.#show()
    return true
  }

  stopEvent({ target }: Event): boolean {
    return target instanceof globalThis.Node && this.#button.contains(target)
  }

  ignoreMutation({ target }: { target: globalThis.Node }): boolean {
    return !this.contentDOM.contains(target)
  }
}

type ViewOf = (node: Node, view: EditorView, position: Position) => NodeView

/** The views of tags that have more to edit than their text. */
export const tagViews: Readonly<Record<string, ViewOf>> = {
  ...Object.fromEntries(
    Object.keys(fields).map((name): [string, ViewOf] => [
      nodeName(name),
      (node, view, position) => new TagView(name, node, view, position),
    ]),
  ),
  [nodeName('hint')]: (node, view, position) => new HintView(node, view, position),
}
