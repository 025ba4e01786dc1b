import { type EditorState, Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import styles from '../Completions.module.css'
import { element } from '../forms/element.ts'
import type { Choice, Completer } from '../markdown/completion.ts'
import { insertMarkdown } from './changes.ts'

const LIST = 'rich-completions'
const WIDTH = 320

interface Shown {
  from: number
  to: number
  choices: readonly Choice[]
  active: number
}

/** The text of the line before the cursor. Null where nothing is completed. */
function lineBefore({ selection: { $from, empty } }: EditorState): string | null {
  if (!empty || !$from.parent.inlineContent) return null
  // An island is one character, so that lengths are positions.
  return $from.parent.textBetween(0, $from.parentOffset, '\n', '\ufffc')
}

/** The list beside the cursor of what can be inserted. The focus stays in the text. */
class List {
  readonly #view: EditorView
  readonly #completers: readonly Completer[]
  readonly #label: string
  #shown: Shown | null = null
  #element: HTMLElement | null = null
  #request = 0

  constructor(view: EditorView, completers: readonly Completer[], label: string) {
    this.#view = view
    this.#completers = completers
    this.#label = label
    view.dom.setAttribute('aria-autocomplete', 'list')
  }

  update(view: EditorView, before: EditorState): void {
    if (view.state.doc.eq(before.doc)) {
      if (!view.state.selection.eq(before.selection)) this.close()
      return
    }
    this.close()
    const request = this.#request
    const line = lineBefore(view.state)
    if (line === null || view.composing) return
    for (const { match, find } of this.#completers) {
      const typed = match(line)
      if (!typed) continue
      const to = view.state.selection.from
      const from = to - line.length + typed.start
      // Without the list, everything can still be typed.
      void Promise.resolve(find(typed.query))
        .catch(() => [])
        .then((choices) => {
          if (request === this.#request && choices.length > 0) this.#show({ from, to, choices, active: 0 })
        })
      return
    }
  }

  close(): void {
    this.#request += 1
    this.#shown = null
    this.#element?.remove()
    this.#element = null
    this.#view.dom.removeAttribute('aria-activedescendant')
    this.#view.dom.removeAttribute('aria-controls')
  }

  destroy(): void {
    this.close()
  }

  #show(shown: Shown): void {
    this.#shown = shown
    const options = shown.choices.map(({ label, detail }, at) => {
      const more = detail === undefined ? [] : [element('small', {}, detail)]
      const option = element(
        'div',
        { id: `${LIST}-${at}`, role: 'option' },
        element('bdi', {}, label),
        ...more,
      )
      // Before the text loses the focus.
      option.addEventListener('pointerdown', (event) => {
        event.preventDefault()
        this.#choose(at)
      })
      return option
    })
    const list = element(
      'div',
      { id: LIST, role: 'listbox', class: styles.completions, 'aria-label': this.#label },
      ...options,
    )
    this.#element = list
    this.#view.dom.parentElement?.append(list)
    const place = this.#view.coordsAtPos(shown.from)
    const isBelow = place.bottom + list.offsetHeight < innerHeight
    list.style.top = `${isBelow ? place.bottom + 4 : Math.max(8, place.top - list.offsetHeight - 4)}px`
    list.style.left = `${Math.max(8, Math.min(place.left, innerWidth - WIDTH - 8))}px`
    this.#view.dom.setAttribute('aria-controls', LIST)
    this.#mark(0)
  }

  #mark(active: number): void {
    if (!this.#shown) return
    this.#shown = { ...this.#shown, active }
    this.#view.dom.setAttribute('aria-activedescendant', `${LIST}-${active}`)
    for (const [at, option] of [...(this.#element?.children ?? [])].entries()) {
      option.setAttribute('aria-selected', String(at === active))
      if (at === active) option.scrollIntoView({ block: 'nearest' })
    }
  }

  #choose(at: number): void {
    const shown = this.#shown
    const choice = shown?.choices[at]
    if (!shown || !choice) return
    this.close()
    this.#view.dispatch(insertMarkdown(this.#view.state, choice.insert, shown.from, shown.to))
    this.#view.focus()
  }

  handle({ key }: KeyboardEvent): boolean {
    const shown = this.#shown
    if (!shown) return false
    const { length } = shown.choices
    if (key === 'ArrowDown') this.#mark((shown.active + 1) % length)
    else if (key === 'ArrowUp') this.#mark((shown.active + length - 1) % length)
    else if (key === 'Enter' || key === 'Tab') this.#choose(shown.active)
    else if (key === 'Escape') this.close()
    else return false
    return true
  }
}

/** Lists what can be inserted while somebody types: blocks after `/`, people and pages after `@`. */
export function completing(completers: readonly Completer[], label: string): Plugin {
  let list: List | undefined
  return new Plugin({
    view: (view) => {
      list = new List(view, completers, label)
      return list
    },
    props: {
      handleKeyDown: (_view, event) => list?.handle(event) ?? false,
      handleDOMEvents: { blur: () => void list?.close() },
    },
  })
}
