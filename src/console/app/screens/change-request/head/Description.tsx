import { type FormEvent, useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { Description_changeRequest$key } from '#console/Description_changeRequest.graphql.ts'
import { texts } from '../../../texts/index.ts'
import { readDraft } from '../../../threads/drafts.ts'
import { Preview } from '../../../threads/Preview.tsx'
import { useDraft } from '../../../threads/use-draft.ts'
import styles from './Head.module.css'
import { useUpdate } from './use-update.ts'

/** What the change is about, as text, and as a field for people who can edit it. */
export function Description({ changeRequest }: { changeRequest: Description_changeRequest$key }) {
  const { id, description, status, space, permissions } = useFragment(
    graphql`
      fragment Description_changeRequest on ChangeRequest {
        id
        description
        status
        space {
          id
        }
        permissions {
          edit
        }
      }
    `,
    changeRequest,
  )
  const target = `description:${id}`
  const [isEditing, setEditing] = useState(() => readDraft(target) !== '')
  const mayEdit = permissions.edit && status !== 'MERGED'
  const t = texts.changeRequest
  if (isEditing && mayEdit) {
    return <Editor id={id} target={target} description={description} onDone={() => setEditing(false)} />
  }
  if (description === '') {
    if (!mayEdit) return null
    return (
      <p className={styles.description}>
        <button type="button" className="link-button" onClick={() => setEditing(true)}>
          {t.addDescription}
        </button>
      </p>
    )
  }
  return (
    <section className={styles.description} aria-label={t.description}>
      <Preview markdown={description} spaceId={space.id} changeRequestId={id} />
      {mayEdit && (
        <button type="button" className="button small" onClick={() => setEditing(true)}>
          {t.editDescription}
        </button>
      )}
    </section>
  )
}

interface EditorProps {
  id: string
  target: string
  description: string
  onDone: () => void
}

function Editor({ id, target, description, onDone }: EditorProps) {
  const [text, setText] = useDraft(target, description)
  const { update, isBusy } = useUpdate(id)
  const t = texts.changeRequest
  const close = () => {
    setText(description)
    onDone()
  }
  const save = (event?: FormEvent) => {
    event?.preventDefault()
    if (text === description) return onDone()
    update({ description: text }, close)
  }
  return (
    <form className={styles.editor} onSubmit={save}>
      <textarea
        // biome-ignore lint/a11y/noAutofocus: a person who presses Edit wants to type.
        autoFocus
        dir="auto"
        rows={6}
        maxLength={20_000}
        aria-label={t.description}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          // The text is there again when the field is opened again.
          if (event.key === 'Escape') onDone()
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
        }}
      />
      <div className={styles.buttons}>
        <button type="submit" className="button small primary" aria-disabled={isBusy}>
          {t.save}
        </button>
        <button type="button" className="button small" onClick={close}>
          {t.cancel}
        </button>
      </div>
    </form>
  )
}
