import { useId, useState } from 'react'
import { Dialog } from '../../../parts/Dialog.tsx'
import { texts } from '../../../texts/index.ts'
import pageStyles from '../arrange/PageDialog.module.css'
import { TextField } from '../arrange/PageDialog.tsx'
import type { TreeContent } from '../tree-content.ts'
import type { TreePage } from '../use-tree-pages.ts'
import { FileChoice } from './FileChoice.tsx'
import styles from './ImportDialog.module.css'
import { ImportReport } from './ImportReport.tsx'
import type { Wanted } from './import-state.ts'
import { RunningImports } from './RunningImports.tsx'
import { useImport } from './use-import.ts'

interface ImportDialogProps {
  content: TreeContent
  /** The page below which it goes; undefined for the top of the space. */
  parent: TreePage | undefined
  /** Whether the person can import a repository into main content. */
  mayUseGit: boolean
  onClose: () => void
}

type Kind = Wanted['kind']

/** Imports files, a folder, what is at an address, or a repository, and says what could not be used. */
export default function ImportDialog({ content, parent, mayUseGit, onClose }: ImportDialogProps) {
  const { state, start } = useImport(content, parent?.pageId)
  const [kind, setKind] = useState<Kind>('files')
  const form = useId()
  const t = texts.importing
  const kinds: Kind[] = mayUseGit ? ['files', 'address', 'git'] : ['files', 'address']
  const submit = (fields: FormData) => {
    const url = String(fields.get('url')).trim()
    start(
      kind === 'git' ? { kind, url, branch: String(fields.get('branch')).trim() } : { kind: 'address', url },
    )
  }
  return (
    <Dialog
      title={parent ? t.titleBelow(parent.linkTitle || parent.title) : t.title}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            {state.kind === 'idle' ? t.cancel : t.close}
          </button>
          {state.kind === 'running' && state.cancel && (
            <button type="button" className="button" onClick={state.cancel}>
              {t.cancelSending}
            </button>
          )}
          {state.kind === 'idle' && kind !== 'files' && (
            <button type="submit" form={form} className="button primary">
              {t.start}
            </button>
          )}
        </>
      }
    >
      {state.kind === 'done' && (
        <ImportReport spaceId={content.spaceId} report={state.report} onClose={onClose} />
      )}
      {state.kind === 'running' && (
        <div className={styles.running}>
          <div className={styles.running} role="status">
            <span dir="auto">{state.text}</span>
            <progress aria-label={state.text} max={1} value={state.share} />
          </div>
          <p className="muted">{state.cancel ? t.goesOnInTab : t.goesOn}</p>
        </div>
      )}
      {state.kind === 'idle' && <RunningImports spaceId={content.spaceId} />}
      {state.kind === 'idle' && (
        <form
          id={form}
          className={pageStyles.form}
          onSubmit={(event) => {
            event.preventDefault()
            submit(new FormData(event.currentTarget))
          }}
        >
          {state.problem !== undefined && (
            <p className="message error" role="alert">
              {state.problem}
            </p>
          )}
          <fieldset className={pageStyles.kinds}>
            <legend>{t.from}</legend>
            {kinds.map((each) => (
              <label key={each}>
                <input type="radio" name="kind" checked={kind === each} onChange={() => setKind(each)} />
                {t.kinds[each]}
              </label>
            ))}
          </fieldset>
          {kind === 'files' && (
            <FileChoice onChoose={(files, isFolder) => start({ kind, files, isFolder })} />
          )}
          {kind === 'address' && (
            <TextField
              name="url"
              type="url"
              label={t.address}
              hint={t.addressHint}
              isRequired
              maxLength={2048}
            />
          )}
          {kind === 'git' && (
            <>
              <TextField
                name="url"
                type="url"
                label={t.repository}
                hint={t.gitHint}
                isRequired
                maxLength={2048}
              />
              <TextField name="branch" label={t.branch} initial="main" isRequired maxLength={200} />
            </>
          )}
        </form>
      )}
    </Dialog>
  )
}
