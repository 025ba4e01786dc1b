import { type EditorState, type Extension, Prec, StateEffect, StateField, Text } from '@codemirror/state'
import { EditorView, keymap, type PluginValue, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { CARET } from '../insertables.ts'
import { type Choice, type Completion, CompletionList, choiceId, LIST_ID } from './completion-list.ts'

export type { Choice } from './completion-list.ts'

/** What was typed before the cursor that can be completed. */
export interface Typed {
  /** Where it begins, in the text before the cursor. */
  start: number
  query: string
}

/** One kind of completion, such as mentions after `@`. */
export interface Completer {
  match: (lineBeforeCursor: string) => Typed | null
  find: (query: string) => readonly Choice[] | Promise<readonly Choice[]>
}

const setCompletion = StateEffect.define<Completion | null>()

/** The choices that are shown. Null while there are none. */
const completionField = StateField.define<Completion | null>({
  create: () => null,
  update: (value, transaction) => {
    for (const effect of transaction.effects) if (effect.is(setCompletion)) return effect.value
    return transaction.docChanged || transaction.selection ? null : value
  },
})

/** Inserts a choice in place of what was typed. */
function choose(view: EditorView, index: number): boolean {
  const completion = view.state.field(completionField)
  const choice = completion?.choices[index]
  if (!completion || !choice) return false
  const at = choice.insert.indexOf(CARET)
  const text = choice.insert.replace(CARET, '')
  view.dispatch({
    changes: { from: completion.from, to: completion.to, insert: Text.of(text.split('\n')) },
    selection: { anchor: completion.from + (at < 0 ? text.length : at) },
    effects: setCompletion.of(null),
    userEvent: 'input.complete',
    scrollIntoView: true,
  })
  view.focus()
  return true
}

function move(view: EditorView, by: number): boolean {
  const completion = view.state.field(completionField)
  if (!completion) return false
  const { length } = completion.choices
  const active = (completion.active + by + length) % length
  view.dispatch({ effects: setCompletion.of({ ...completion, active }) })
  return true
}

function close(view: EditorView): boolean {
  if (!view.state.field(completionField)) return false
  view.dispatch({ effects: setCompletion.of(null) })
  return true
}

const chooseActive = (view: EditorView): boolean =>
  choose(view, view.state.field(completionField)?.active ?? -1)

const keys = Prec.highest(
  keymap.of([
    { key: 'ArrowDown', run: (view) => move(view, 1) },
    { key: 'ArrowUp', run: (view) => move(view, -1) },
    { key: 'Enter', run: chooseActive },
    { key: 'Tab', run: chooseActive },
    { key: 'Escape', run: close },
  ]),
)

/** Asks the completers after what was typed, and shows the list. What was typed since makes an answer void. */
const completing = (completers: readonly Completer[], label: string) =>
  ViewPlugin.fromClass(
    class implements PluginValue {
      readonly #view: EditorView
      readonly #list: CompletionList
      #turn = 0

      constructor(view: EditorView) {
        this.#view = view
        this.#list = new CompletionList(view, label, (index) => choose(view, index))
      }

      update(update: ViewUpdate): void {
        if (update.docChanged && update.transactions.some((each) => each.isUserEvent('input.type')))
          this.#ask(update.state)
        else if (update.docChanged || update.selectionSet) this.#turn += 1
        this.#list.show(update.state.field(completionField))
      }

      destroy(): void {
        this.#turn += 1
        this.#list.remove()
      }

      #ask({ doc, selection: { main } }: EditorState): void {
        this.#turn += 1
        const turn = this.#turn
        if (!main.empty) return
        const before = doc.lineAt(main.head).text.slice(0, main.head - doc.lineAt(main.head).from)
        for (const { match, find } of completers) {
          const typed = match(before)
          if (!typed) continue
          const range = { from: main.head - before.length + typed.start, to: main.head }
          void Promise.resolve(find(typed.query)).then(
            (choices) => {
              if (turn !== this.#turn || choices.length === 0) return
              this.#view.dispatch({ effects: setCompletion.of({ ...range, choices, active: 0 }) })
            },
            // Without the list, everything can still be typed.
            () => {},
          )
          return
        }
      }
    },
    { eventHandlers: { blur: (_event, view) => void close(view) } },
  )

/** Lists what can be inserted while somebody types. */
export const completion = (completers: readonly Completer[], label: string): Extension => [
  completionField,
  keys,
  completing(completers, label),
  EditorView.contentAttributes.compute([completionField], (state) => {
    const shown = state.field(completionField)
    return {
      'aria-autocomplete': 'list',
      ...(shown && {
        'aria-controls': LIST_ID,
        'aria-activedescendant': choiceId(shown.active),
      }),
    }
  }),
]
