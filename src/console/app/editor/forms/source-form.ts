import { texts } from '../../texts/index.ts'
import { codeFrom, sourceOfCode } from './code-source.ts'
import { element } from './element.ts'
import { imageFrom, sourceOfImage } from './image-source.ts'
import styles from './SourceForm.module.css'

interface FormProps {
  source: string
  /** Called with each change of a field. */
  onInput: (source: string) => void
  onApply: (source: string) => void
  onCancel: () => void
}

/** What the fields of a form are, and how their values are written. */
interface Fields {
  values: Readonly<Record<string, string>>
  labels: Readonly<Record<string, string>>
  /** The field of several lines. */
  area?: string
  write: (values: Readonly<Record<string, string>>) => string
}

/** The parts of a block that has a form. Undefined for what is edited as its source alone. */
export function partsOf(source: string): Fields | undefined {
  const t = texts.rich
  const code = codeFrom(source)
  if (code) {
    const labels = { language: t.language, title: t.codeTitle, code: t.code }
    return {
      values: { ...code },
      labels,
      area: 'code',
      write: (values) => sourceOfCode({ ...code, ...values }),
    }
  }
  const image = imageFrom(source)
  return (
    image && {
      values: { ...image },
      labels: t.image,
      write: (values) => sourceOfImage({ ...image, ...values }),
    }
  )
}

/** A field of several lines that grows with its text. */
function area(value: string): HTMLTextAreaElement {
  const rows = `${Math.min(24, value.split('\n').length + 1)}`
  const made = element('textarea', { spellcheck: 'false', dir: 'auto', rows })
  made.value = value
  return made
}

function line(value: string): HTMLInputElement {
  const made = element('input', { type: 'text', dir: 'auto', autocomplete: 'off' })
  made.value = value
  return made
}

/** The form of a block: its parts, or its source. Escape takes back what was typed in it, Ctrl and Enter closes it. */
export function sourceForm({ source, onInput, onApply, onCancel }: FormProps): HTMLElement {
  const t = texts.rich
  const fields: Fields = partsOf(source) ?? {
    values: { source },
    labels: { source: t.source },
    area: 'source',
    write: ({ source: written = '' }) => written,
  }
  const inputs = Object.entries(fields.labels).map(([name, label]) => {
    const value = fields.values[name] ?? ''
    return { name, label, input: name === fields.area ? area(value) : line(value) }
  })
  const read = (): string => {
    const values = Object.fromEntries(
      inputs.map(({ name, input }) => [name, name === fields.area ? input.value : input.value.trim()]),
    )
    const isSame = inputs.every(({ name }) => values[name] === fields.values[name])
    return isSame ? source : fields.write(values)
  }
  const apply = element('button', { type: 'submit', class: 'button primary small' }, t.apply)
  const cancel = element('button', { type: 'button', class: 'button small' }, t.cancel)
  cancel.addEventListener('click', onCancel)
  const form = element(
    'form',
    { class: styles.form },
    ...inputs.map(({ label, input }) =>
      element('label', { class: 'field' }, element('span', {}, label), input),
    ),
    element('div', { class: styles.actions }, cancel, apply),
  )
  form.addEventListener('input', () => onInput(read()))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    onApply(read())
  })
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') onCancel()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onApply(read())
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  const first = inputs.find(({ name }) => name === fields.area) ?? inputs[0]
  queueMicrotask(() => first?.input.focus())
  return form
}
