import { type FormEvent, useId, useRef, useState } from 'react'
import { BASENAME, basenameOf, MAX_SLUG } from '../../../core/slugs.ts'
import { autoselect } from '../parts/autofocus.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { codeOf } from '../relay/request-error.ts'
import { texts } from '../texts/index.ts'
import styles from './Publish.module.css'
import { createSite, nameSite, publishSite, type Visibility } from './publish-site.ts'

interface NewSiteFormProps {
  organization: string
  space: { id: string; title: string }
  /** Whether another site shows the space already, which has its name. */
  isSecond: boolean
  onPublished: (done: { site: string; address: string }) => void
  onClose: () => void
}

/** Those that work without anything else: keys and links are made on the site. */
const VISIBILITIES: readonly Visibility[] = ['PUBLIC', 'UNLISTED', 'SHARE_LINK']
const MIN_TITLE = 2
const MAX_TITLE = 128

/** Creates a site with a space, and publishes it. What fails in between goes on from there when it is sent again. */
export function NewSiteForm({ organization, space, isSecond, onPublished, onClose }: NewSiteFormProps) {
  const form = useId()
  const [title, setTitle] = useState(space.title)
  const [name, setName] = useState(() => `${basenameOf(space.title)}${isSecond ? '-2' : ''}`)
  const isNamed = useRef(false)
  const made = useRef<string>(undefined)
  const [problem, setProblem] = useState<string>()
  const [isTaken, setTaken] = useState(false)
  const [isSending, setSending] = useState(false)
  const t = texts.publish

  const publish = async (visibility: Visibility) => {
    made.current ??= await createSite({
      organizationId: organization,
      title: title.trim(),
      visibility,
      spaces: [space.id],
    })
    const site = made.current
    await nameSite(site, name.trim())
    onPublished({ site, address: await publishSite(site) })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending) return
    setSending(true)
    setProblem(undefined)
    setTaken(false)
    publish(String(new FormData(event.currentTarget).get('visibility')) as Visibility)
      .catch((error: unknown) => {
        if (codeOf(error) === 'CONFLICT') setTaken(true)
        else setProblem((error as Error).message)
      })
      .finally(() => setSending(false))
  }
  return (
    <Dialog
      title={t.titleOf(space.title)}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            {t.cancel}
          </button>
          <button type="submit" form={form} className="button primary" aria-disabled={isSending}>
            {t.submit}
          </button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit}>
        <p className="muted">{t.hint}</p>
        {problem !== undefined && (
          <p className="message error" role="alert">
            {problem}
          </p>
        )}
        <div className="field">
          <label htmlFor={`${form}-title`}>{t.siteTitle}</label>
          <input
            id={`${form}-title`}
            ref={autoselect}
            required
            minLength={MIN_TITLE}
            maxLength={MAX_TITLE}
            dir="auto"
            value={title}
            onChange={({ target }) => {
              setTitle(target.value)
              // The name follows the title until somebody chooses another one.
              if (!isNamed.current) setName(basenameOf(target.value))
            }}
          />
        </div>
        <div className="field">
          <label htmlFor={`${form}-name`}>{t.address}</label>
          <input
            id={`${form}-name`}
            required
            maxLength={MAX_SLUG}
            pattern={BASENAME}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            value={name}
            aria-invalid={isTaken}
            aria-describedby={`${form}-hint`}
            onChange={({ target }) => {
              isNamed.current = true
              setName(target.value)
            }}
          />
          <p id={`${form}-hint`} className={isTaken ? 'field-error' : 'hint muted'}>
            {isTaken ? t.nameTaken : t.addressHint}
          </p>
        </div>
        <fieldset className={styles.choices}>
          <legend>{t.visibility}</legend>
          {VISIBILITIES.map((visibility, at) => (
            <label key={visibility} className="choice">
              <input type="radio" name="visibility" value={visibility} defaultChecked={at === 0} />
              {t.visibilities[visibility]}
            </label>
          ))}
        </fieldset>
      </form>
    </Dialog>
  )
}
