import type { EditorView } from '@codemirror/view'
import styles from '../Completions.module.css'

/** Something that can be inserted instead of what was typed. */
export interface Choice {
  label: string
  detail?: string | undefined
  /** Markdown, with the cursor at `¦`, or after it. */
  insert: string
}

/** The choices that are shown, for what is typed from one place of the text to another. */
export interface Completion {
  from: number
  to: number
  choices: readonly Choice[]
  active: number
}

/** The id of the list, of which there is one at a time. */
export const LIST_ID = 'editor-completions'
export const choiceId = (index: number): string => `${LIST_ID}-${index}`

const WIDTH = 320

/** The list of choices beside the cursor. The focus stays in the text. */
export class CompletionList {
  readonly #view: EditorView
  readonly #label: string
  readonly #onChoose: (index: number) => void
  #element: HTMLElement | null = null
  #shown: Completion | null = null

  constructor(view: EditorView, label: string, onChoose: (index: number) => void) {
    this.#view = view
    this.#label = label
    this.#onChoose = onChoose
  }

  show(completion: Completion | null): void {
    if (completion === this.#shown) return
    const isSameList = completion?.choices === this.#shown?.choices
    this.#shown = completion
    if (!completion) {
      this.remove()
      return
    }
    if (!isSameList || !this.#element) this.#render(completion)
    this.#mark(completion.active)
  }

  remove(): void {
    this.#element?.remove()
    this.#element = null
    this.#shown = null
  }

  #render({ choices, from }: Completion): void {
    this.#element?.remove()
    const list = document.createElement('div')
    list.id = LIST_ID
    list.className = styles.completions ?? ''
    list.setAttribute('role', 'listbox')
    list.setAttribute('aria-label', this.#label)
    for (const [index, { label, detail }] of choices.entries()) {
      const option = document.createElement('div')
      option.id = choiceId(index)
      option.setAttribute('role', 'option')
      const name = document.createElement('bdi')
      name.textContent = label
      option.append(name)
      if (detail !== undefined) {
        const more = document.createElement('small')
        more.textContent = detail
        option.append(more)
      }
      // Before the text loses the focus.
      option.addEventListener('pointerdown', (event) => {
        event.preventDefault()
        this.#onChoose(index)
      })
      list.append(option)
    }
    this.#element = list
    this.#view.dom.parentElement?.append(list)
    this.#view.requestMeasure({
      read: (view) => view.coordsAtPos(from),
      write: (place) => {
        if (!place) return
        const isBelow = place.bottom + list.offsetHeight < innerHeight
        list.style.top = `${isBelow ? place.bottom + 4 : Math.max(8, place.top - list.offsetHeight - 4)}px`
        list.style.left = `${Math.max(8, Math.min(place.left, innerWidth - WIDTH - 8))}px`
      },
    })
  }

  #mark(active: number): void {
    for (const [index, option] of [...(this.#element?.children ?? [])].entries()) {
      option.setAttribute('aria-selected', String(index === active))
      if (index === active) option.scrollIntoView({ block: 'nearest' })
    }
  }
}
