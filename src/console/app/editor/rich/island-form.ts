import { texts } from '../../texts/index.ts'
import { type CodeSource, codeFrom, sourceOfCode } from './code-source.ts'
import { element } from './element.ts'
import styles from './RichMode.module.css'

interface FormProps {
  source: string
  onApply: (source: string) => void
  onCancel: () => void
}

const field = (label: string, input: HTMLElement) =>
  element('label', { class: 'field' }, element('span', {}, label), input)

/** A field of several lines that grows with its text. */
function area(value: string): HTMLTextAreaElement {
  const made = element('textarea', {
    spellcheck: 'false',
    dir: 'auto',
    rows: `${Math.min(24, value.split('\n').length + 1)}`,
  })
  made.value = value
  return made
}

/** The form of an island: its source, or the parts of a code block. Escape leaves it, Ctrl and Enter applies it. */
export function islandForm({ source, onApply, onCancel }: FormProps): HTMLElement {
  const t = texts.rich
  const code = codeFrom(source)
  const text = area(code?.code ?? source)
  const line = (value: string) => {
    const input = element('input', { type: 'text', dir: 'auto' })
    input.value = value
    return input
  }
  const [language, title] = [line(code?.language ?? ''), line(code?.title ?? '')]
  const read = (): string => {
    if (code === undefined) return text.value
    const parts: CodeSource = { language: language.value.trim(), title: title.value.trim(), code: text.value }
    const isSame = (Object.keys(parts) as (keyof CodeSource)[]).every((name) => parts[name] === code[name])
    return isSame ? source : sourceOfCode(parts)
  }
  const apply = element('button', { type: 'submit', class: 'button primary small' }, t.apply)
  const cancel = element('button', { type: 'button', class: 'button small' }, t.cancel)
  cancel.addEventListener('click', onCancel)
  const fields =
    code === undefined
      ? [field(t.source, text)]
      : [field(t.language, language), field(t.codeTitle, title), field(t.code, text)]
  const form = element(
    'form',
    { class: styles.form },
    ...fields,
    element('div', { class: styles.actions }, cancel, apply),
  )
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
  queueMicrotask(() => text.focus())
  return form
}
