import { type FormEvent, useId, useState } from 'react'
import { act } from '../../../forms/act.ts'
import { Choice } from '../../../forms/Choice.tsx'
import { messageOf } from '../../../forms/message-of.ts'
import styles from '../../../forms/Settings.module.css'
import { Dialog } from '../../../parts/Dialog.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { texts } from '../../../texts/index.ts'
import siteStyles from '../Site.module.css'
import { useSite } from '../site-context.ts'
import type { SpaceChoice } from './NewRedirect.tsx'
import { createRedirect, deleteRedirect, destinationFor, sourceFor } from './redirect-edits.ts'
import { redirectLines } from './redirect-lines.ts'

interface ImportRedirectsProps {
  spaces: readonly SpaceChoice[]
  onDone: () => void
}

type State =
  | { kind: 'idle' }
  | { kind: 'running'; done: number; total: number }
  | { kind: 'done'; made: string[]; problems: { line: number; text: string }[] }

/** The button that creates redirects from a file of two columns, and its dialog. */
export function ImportRedirects({ spaces, onDone }: ImportRedirectsProps) {
  const { id: siteId } = useSite()
  const form = useId()
  const [isOpen, setOpen] = useState(false)
  const [state, setState] = useState<State>({ kind: 'idle' })
  const t = texts.sites
  const close = () => {
    setOpen(false)
    setState({ kind: 'idle' })
  }
  const run = async (text: string, space: string) => {
    const lines = redirectLines(text)
    const made: string[] = []
    const problems: { line: number; text: string }[] = []
    for (const [at, { line, from, to }] of lines.entries()) {
      setState({ kind: 'running', done: at, total: lines.length })
      if (from === '' || to === '') problems.push({ line, text: t.notARedirect })
      else {
        const source = sourceFor(from)
        const input = {
          siteId,
          source,
          destination: destinationFor(to, space),
          captureWildcard: source.endsWith('*'),
        }
        await createRedirect(input).then(
          (id) => made.push(id),
          (error: unknown) => problems.push({ line, text: messageOf(error) }),
        )
      }
    }
    setState({ kind: 'done', made, problems })
    onDone()
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const file = fields.get('file')
    const pasted = String(fields.get('text') ?? '')
    const text = file instanceof File && file.size > 0 ? await file.text() : pasted
    await run(text, String(fields.get('space') ?? ''))
  }
  const undo = (made: readonly string[]) =>
    void act({
      run: async () => {
        for (const id of made) await deleteRedirect(id)
      },
      done: texts.forms.undone,
      onChanged: () => {
        close()
        onDone()
      },
    })
  return (
    <>
      <button type="button" className="button small" onClick={() => setOpen(true)}>
        <Icon name="upload" /> {t.importCsv}
      </button>
      {isOpen && (
        <Dialog
          title={t.importCsv}
          onClose={close}
          actions={
            <>
              {state.kind === 'done' && state.made.length > 0 && (
                <button type="button" className="button" onClick={() => undo(state.made)}>
                  {t.undoImport}
                </button>
              )}
              <button type="button" className="button" onClick={close}>
                {state.kind === 'done' ? texts.publish.close : texts.forms.cancel}
              </button>
              {state.kind === 'idle' && (
                <button type="submit" form={form} className="button primary">
                  {t.importRun}
                </button>
              )}
            </>
          }
        >
          {state.kind === 'idle' && (
            <form id={form} className={styles.form} onSubmit={(event) => void submit(event)}>
              <p className="muted">{t.importHint}</p>
              <div className="field">
                <label htmlFor={`${form}-file`}>{t.importFile}</label>
                <input id={`${form}-file`} name="file" type="file" accept=".csv,.tsv,.txt,text/csv" />
              </div>
              <div className="field">
                <label htmlFor={`${form}-text`}>{t.importText}</label>
                <textarea id={`${form}-text`} name="text" className={siteStyles.source} rows={4} dir="ltr" />
              </div>
              <Choice
                name="space"
                label={t.inSpace}
                options={Object.fromEntries(spaces.map(({ id, title }) => [id, title]))}
                value={spaces[0]?.id ?? ''}
              />
            </form>
          )}
          {state.kind === 'running' && (
            <div role="status" className={siteStyles.stack}>
              <span>{t.importing(state.done, state.total)}</span>
              <progress aria-label={t.importCsv} max={state.total} value={state.done} />
            </div>
          )}
          {state.kind === 'done' && <Report {...state} />}
        </Dialog>
      )}
    </>
  )
}

function Report({ made, problems }: Extract<State, { kind: 'done' }>) {
  const t = texts.sites
  return (
    <div role="status" className={siteStyles.stack}>
      <p>{t.imported(made.length)}</p>
      {problems.length > 0 && (
        <>
          <p>{t.importFailed(problems.length)}</p>
          <ul className={siteStyles.list}>
            {problems.slice(0, 50).map(({ line, text }) => (
              <li key={line}>
                {t.line(line)}: {text}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
