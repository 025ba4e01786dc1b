import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, Suspense, useId, useState } from 'react'
import { graphql, useMutation } from 'react-relay/hooks'
import type { NewSpaceDialogMutation } from '#console/NewSpaceDialogMutation.graphql.ts'
import { autofocus } from '../parts/autofocus.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { texts } from '../texts/index.ts'
import { useDraft } from '../threads/use-draft.ts'
import { CollectionField } from './CollectionField.tsx'
import { EmojiField } from './EmojiField.tsx'
import styles from './NewSpaceDialog.module.css'

interface NewSpaceDialogProps {
  /** The organization that is chosen at first. */
  organization: string
  /** The collection that is chosen at first. */
  collection?: string
  onClose: () => void
}

/** As many characters as the API allows in the title of a space. */
const MAX_TITLE = 50

/** Creates a space, and opens it. The title stays on this device until then. */
export function NewSpaceDialog({ organization, collection, onClose }: NewSpaceDialogProps) {
  const navigate = useNavigate()
  const form = useId()
  const title = useId()
  const [typed, setTyped] = useDraft(`new-space:${organization}`)
  const [error, setError] = useState<string>()
  const [commit, isSending] = useMutation<NewSpaceDialogMutation>(graphql`
    mutation NewSpaceDialogMutation($input: CreateSpaceInput!) {
      createSpace(input: $input) {
        space {
          id
        }
      }
    }
  `)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending) return
    const fields = new FormData(event.currentTarget)
    const isImport = (event.nativeEvent as SubmitEvent).submitter?.dataset.then === 'import'
    const value = (name: string) => String(fields.get(name) ?? '').trim()
    const input = {
      organizationId: value('organization') || organization,
      title: value('title'),
      ...(value('emoji') && { emoji: value('emoji') }),
      ...(value('collection') && { parent: value('collection') }),
    }
    commit({
      variables: { input },
      onCompleted: ({ createSpace }) => {
        const id = createSpace?.space?.id
        if (!id) return
        setTyped('')
        void navigate({
          to: '/s/$space',
          params: { space: id },
          search: isImport ? { import: '' } : {},
        })
      },
      onError: ({ message }) => setError(message),
    })
  }
  const t = texts.places
  return (
    <Dialog
      title={t.newSpace}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            {t.cancel}
          </button>
          <button type="submit" form={form} className="button" data-then="import" aria-disabled={isSending}>
            {texts.imports.createAndImport}
          </button>
          <button type="submit" form={form} className="button primary" aria-disabled={isSending}>
            {t.create}
          </button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit}>
        <p className="muted">{t.newSpaceHint}</p>
        {error !== undefined && (
          <p className="message error" role="alert">
            {error}
          </p>
        )}
        <div className="field">
          <label htmlFor={title}>{t.title}</label>
          <input
            id={title}
            name="title"
            required
            maxLength={MAX_TITLE}
            dir="auto"
            ref={autofocus}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
        <EmojiField />
        <Suspense fallback={<div className={styles.place} aria-hidden="true" />}>
          <CollectionField organization={organization} collection={collection} />
        </Suspense>
      </form>
    </Dialog>
  )
}
