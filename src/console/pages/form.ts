import { h, uniqueId } from './dom.ts'
import { messageOf } from './failure.ts'
import { splitMessage } from './split-message.ts'
import { texts } from './texts/index.ts'

export interface Field {
  /** The name in the request; messages of the server name it as well. */
  name: string
  label: string
  type?: 'text' | 'email' | 'password'
  autocomplete?: string
  value?: string
  hint?: string
  isRequired?: boolean
}

interface FormParts {
  fields: readonly Field[]
  /** More fields, such as a choice. */
  extra?: readonly Node[]
  submit: string
  /** What is said when it succeeds and the page stays. */
  done?: string
  run: (values: Record<string, string>) => Promise<unknown>
}

interface BuiltField {
  element: HTMLElement
  input: HTMLInputElement
  complain: (text: string) => void
}

function buildField(field: Field): BuiltField {
  const { name, label, type = 'text', autocomplete = 'off', value = '', hint, isRequired = true } = field
  const [id, hintId, errorId] = [uniqueId(), uniqueId(), uniqueId()]
  const error = h('p', { class: 'field-error', id: errorId, hidden: true })
  const describedBy = hint === undefined ? errorId : `${hintId} ${errorId}`
  const input = h('input', {
    id,
    name,
    type,
    autocomplete,
    required: isRequired,
    'aria-describedby': describedBy,
    ...(type === 'email' ? { autocapitalize: 'none', spellcheck: 'false' } : {}),
  })
  input.value = value
  return {
    input,
    element: h(
      'div',
      { class: 'field' },
      h('label', { for: id }, label),
      input,
      hint !== undefined && h('p', { class: 'hint', id: hintId }, hint),
      error,
    ),
    complain: (text) => {
      error.textContent = text
      error.hidden = text === ''
      if (text === '') input.removeAttribute('aria-invalid')
      else input.setAttribute('aria-invalid', 'true')
    },
  }
}

/** What the browser finds wrong before anything is sent. */
const problemIn = ({ validity, type }: HTMLInputElement): string =>
  validity.valueMissing
    ? texts.problems.required
    : validity.typeMismatch && type === 'email'
      ? texts.problems.email
      : ''

/** A place for messages that screen readers say. */
export function statusRegion(): {
  element: HTMLElement
  say: (text: string, kind?: 'error' | 'success') => void
} {
  const element = h('div', { 'aria-live': 'polite', role: 'status' })
  return {
    element,
    say: (text, kind = 'error') =>
      element.replaceChildren(...(text === '' ? [] : [h('p', { class: `message ${kind}` }, text)])),
  }
}

/** A form with labels and with errors in place. While it is sent, it cannot be sent again. */
export function form({ fields, extra = [], submit, done, run }: FormParts): HTMLFormElement {
  const built = fields.map(buildField)
  const status = statusRegion()
  const send = h('button', { class: 'button primary', type: 'submit' }, submit)
  let isBusy = false

  const complain = (error: unknown): void => {
    const { field, text } = splitMessage(messageOf(error))
    const about = built.find(({ input }) => input.name === field)
    if (about) {
      about.complain(text)
      about.input.focus()
    } else status.say(field === undefined ? text : `${field}: ${text}`)
  }

  const check = (): boolean => {
    for (const { input, complain } of built) complain(problemIn(input))
    const wrong = built.find(({ input }) => !input.validity.valid)
    wrong?.input.focus()
    return wrong === undefined
  }

  const element = h(
    'form',
    {
      novalidate: true,
      submit: (event) => {
        event.preventDefault()
        if (isBusy) return
        status.say('')
        if (!check()) return
        isBusy = true
        send.setAttribute('aria-disabled', 'true')
        run(Object.fromEntries(built.map(({ input }) => [input.name, input.value])))
          .then(() => done !== undefined && status.say(done, 'success'), complain)
          .finally(() => {
            isBusy = false
            send.removeAttribute('aria-disabled')
          })
      },
    },
    status.element,
    ...built.map(({ element }) => element),
    ...extra,
    send,
  )
  return element
}
