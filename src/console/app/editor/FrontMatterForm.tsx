import { type FormEvent, useState } from 'react'
import { texts } from '../texts/index.ts'
import styles from './Editor.module.css'
import { type FrontMatterFields, fieldsIn, LAYOUT_PARTS, wrongVariables } from './front-matter-fields.ts'
import { Labelled } from './Labelled.tsx'

const WIDTHS = ['default', 'wide'] as const
const COVER_SIZES = ['hero', 'full', 'background'] as const

interface FrontMatterFormProps {
  text: string
  /** Writes other fields into the text. */
  onFields: (changed: Partial<FrontMatterFields>) => void
}

const fieldOf = (form: FormData, name: string): string => String(form.get(name) ?? '').trim()

/** The fields of the form that differ from those of the text. */
function changedIn(
  form: FormData,
  { cover, layout, variables }: FrontMatterFields,
): Partial<FrontMatterFields> {
  const changed: Partial<FrontMatterFields> = {}
  if (cover !== null && fieldOf(form, 'cover') !== cover) changed.cover = fieldOf(form, 'cover')
  if (variables !== null && fieldOf(form, 'variables') !== variables)
    changed.variables = fieldOf(form, 'variables').replaceAll('\r\n', '\n')
  const next = {
    width: fieldOf(form, 'width'),
    coverSize: fieldOf(form, 'coverSize'),
    hidden: LAYOUT_PARTS.filter((part) => !form.has(part)),
  }
  if (layout && JSON.stringify(next) !== JSON.stringify(layout)) changed.layout = next
  return changed
}

/** What the front matter of a text says about its cover, its layout and its variables. The form writes it into the text. */
export function FrontMatterForm({ text, onFields }: FrontMatterFormProps) {
  const [problem, setProblem] = useState<string>()
  const t = texts.editor.frontMatter
  const fields = fieldsIn(text)
  const { cover, layout, variables } = fields
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const changed = changedIn(new FormData(event.currentTarget), fields)
    const [wrong] = wrongVariables(changed.variables ?? '')
    setProblem(wrong === undefined ? undefined : t.wrongVariable(wrong))
    if (wrong === undefined && Object.keys(changed).length > 0) onFields(changed)
  }
  return (
    // What the text says by now is what the form begins with.
    <form key={JSON.stringify(fields)} className={styles.settings} onSubmit={submit} aria-label={t.title}>
      <h2 className={styles.title}>{t.title}</h2>
      {problem !== undefined && (
        <p className="message error" role="alert">
          {problem}
        </p>
      )}
      {cover !== null && (
        <Labelled label={t.cover}>
          {(id) => <input id={id} name="cover" defaultValue={cover} dir="auto" autoComplete="off" />}
        </Labelled>
      )}
      {layout && (
        <>
          <Choice name="coverSize" label={t.coverSize} value={layout.coverSize} of={COVER_SIZES} />
          <Choice name="width" label={t.width} value={layout.width} of={WIDTHS} />
          <fieldset className={styles.parts}>
            <legend>{t.shown}</legend>
            {LAYOUT_PARTS.map((part) => (
              <label key={part} className={styles.flag}>
                <input type="checkbox" name={part} defaultChecked={!layout.hidden.includes(part)} />
                {t.parts[part]}
              </label>
            ))}
          </fieldset>
        </>
      )}
      {variables !== null && (
        <Labelled label={t.variables}>
          {(id) => (
            <textarea
              id={id}
              name="variables"
              rows={3}
              defaultValue={variables}
              spellCheck={false}
              dir="auto"
            />
          )}
        </Labelled>
      )}
      {(cover === null || layout === null || variables === null) && <p className="muted">{t.onlyInText}</p>}
      <button type="submit" className="button small">
        {t.apply}
      </button>
    </form>
  )
}

interface ChoiceProps {
  name: string
  label: string
  value: string
  of: readonly string[]
}

function Choice({ name, label, value, of }: ChoiceProps) {
  const names: Readonly<Record<string, string>> = texts.editor.frontMatter.choices
  return (
    <Labelled label={label}>
      {(id) => (
        <select id={id} name={name} defaultValue={value}>
          {of.map((each) => (
            <option key={each} value={each}>
              {names[each]}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}
