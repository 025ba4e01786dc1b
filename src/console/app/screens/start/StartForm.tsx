import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { Icon } from '../../parts/Icon.tsx'
import { noteStarted } from '../../start/start-progress.ts'
import { texts } from '../../texts/index.ts'
import { type Beginning, beginSpace } from './begin-space.ts'
import styles from './StartScreen.module.css'

interface StartFormProps {
  organizations: readonly { readonly id: string; readonly title: string }[]
  /** The space with the guide, if there is one to copy. */
  guide: string | undefined
}

const ICONS: Readonly<Record<Beginning, string>> = { guide: 'book', import: 'upload', empty: 'pencil' }
/** As many characters as the API allows in the title of a space. */
const MAX_TITLE = 50

/** Asks for a name and for what to begin with, makes the space, and opens it. */
export function StartForm({ organizations, guide }: StartFormProps) {
  const router = useRouter()
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const t = texts.start
  const kinds: Beginning[] = guide === undefined ? ['import', 'empty'] : ['guide', 'import', 'empty']
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const fields = new FormData(event.currentTarget)
    const { submitter } = event.nativeEvent as SubmitEvent
    const kind = (submitter?.dataset.kind ?? 'empty') as Beginning
    setBusy(true)
    setProblem(undefined)
    beginSpace(kind, {
      organizationId: String(fields.get('organization') ?? organizations[0]?.id),
      title: String(fields.get('title')).trim() || t.nameDefault,
      guide,
    })
      .then(({ space, address }) => {
        noteStarted(space)
        return router.navigate({ href: address })
      })
      .catch(({ message }: Error) => setProblem(message))
      .finally(() => setBusy(false))
  }
  return (
    <form className={styles.form} onSubmit={submit} aria-busy={isBusy}>
      {problem !== undefined && (
        <p className="message error" role="alert">
          {problem}
        </p>
      )}
      <div className={styles.fields}>
        <div className="field">
          <label htmlFor={id}>{t.name}</label>
          <input id={id} name="title" dir="auto" maxLength={MAX_TITLE} defaultValue={t.nameDefault} />
        </div>
        {organizations.length > 1 && (
          <div className="field">
            <label htmlFor={`${id}-organization`}>{t.organization}</label>
            <select id={`${id}-organization`} name="organization">
              {organizations.map((organization) => (
                <option key={organization.id} value={organization.id}>
                  {organization.title}
                </option>
              ))}
            </select>
          </div>
        )}
      </div>
      <fieldset className={styles.choices}>
        <legend>{t.choose}</legend>
        {kinds.map((kind) => (
          <button key={kind} type="submit" className={styles.choice} data-kind={kind} aria-disabled={isBusy}>
            <Icon name={ICONS[kind]} />
            <strong>{t.choices[kind].title}</strong>
            <span className="muted">{t.choices[kind].text}</span>
          </button>
        ))}
      </fieldset>
      <p role="status" className="muted">
        {isBusy && t.creating}
      </p>
    </form>
  )
}
