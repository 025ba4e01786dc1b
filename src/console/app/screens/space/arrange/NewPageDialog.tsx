import { useState } from 'react'
import { autofocus } from '../../../parts/autofocus.ts'
import { texts } from '../../../texts/index.ts'
import type { TreePage } from '../use-tree-pages.ts'
import styles from './PageDialog.module.css'
import { PageDialog, TextField } from './PageDialog.tsx'
import type { NewPage } from './use-tree-actions.ts'

interface NewPageDialogProps {
  /** The page that it becomes a part of; undefined for the top of the space. */
  parent: TreePage | undefined
  onCreate: (page: NewPage) => void
  onClose: () => void
}

/** As many characters as the API allows in the title of a page. */
export const MAX_TITLE = 256
const KINDS = ['DOCUMENT', 'GROUP', 'LINK'] as const

/** Asks for the title of a new page, group or link. */
export function NewPageDialog({ parent, onCreate, onClose }: NewPageDialogProps) {
  const [type, setType] = useState<NewPage['type']>('DOCUMENT')
  const t = texts.arranging
  // Groups are at the top only.
  const kinds = KINDS.filter((kind) => kind !== 'GROUP' || parent === undefined)
  return (
    <PageDialog
      title={t.newPage}
      submit={t.create}
      onSubmit={(fields) => {
        const title = String(fields.get('title')).trim() || t.untitled
        onCreate({ type, title, ...(type === 'LINK' ? { url: String(fields.get('url')).trim() } : {}) })
      }}
      onClose={onClose}
    >
      {parent && (
        <p className="muted" dir="auto">
          {t.place(parent.linkTitle || parent.title)}
        </p>
      )}
      <TextField name="title" label={t.title} maxLength={MAX_TITLE} inputRef={autofocus} />
      <fieldset className={styles.kinds}>
        <legend>{t.kind}</legend>
        {kinds.map((kind) => (
          <label key={kind}>
            <input type="radio" name="type" checked={type === kind} onChange={() => setType(kind)} />
            {t.kinds[kind]}
          </label>
        ))}
      </fieldset>
      {type === 'LINK' && <TextField name="url" label={t.url} type="url" isRequired maxLength={2048} />}
    </PageDialog>
  )
}
