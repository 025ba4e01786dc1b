import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { graphql, useMutation } from 'react-relay/hooks'
import type { NewChangeDialogMutation } from '#console/NewChangeDialogMutation.graphql.ts'
import { autofocus } from '../../parts/autofocus.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { texts } from '../../texts/index.ts'
import { useDraft } from '../../threads/use-draft.ts'

/** As many characters as the API allows in a subject. */
const MAX_SUBJECT = 100

/** Creates a change request, and opens it. What is typed stays on this device until then. */
export function NewChangeDialog({ space, onClose }: { space: string; onClose: () => void }) {
  const navigate = useNavigate()
  const form = useId()
  const subject = useId()
  const [typed, setTyped] = useDraft(`new-change:${space}`)
  const [error, setError] = useState<string>()
  const [commit, isSending] = useMutation<NewChangeDialogMutation>(graphql`
    mutation NewChangeDialogMutation($input: CreateChangeRequestInput!) {
      createChangeRequest(input: $input) {
        changeRequest {
          id
          number
        }
      }
    }
  `)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending) return
    commit({
      variables: { input: { spaceId: space, subject: typed.trim() } },
      onCompleted: ({ createChangeRequest }) => {
        const number = createChangeRequest?.changeRequest.number
        if (number === undefined) return
        setTyped('')
        void navigate({ to: '/s/$space/changes/$number', params: { space, number: String(number) } })
      },
      onError: ({ message }) => setError(message),
    })
  }
  const t = texts.changes
  return (
    <Dialog
      title={t.create}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            {texts.places.cancel}
          </button>
          <button type="submit" form={form} className="button primary" aria-disabled={isSending}>
            {t.createNow}
          </button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        {error !== undefined && (
          <p className="message error" role="alert">
            {error}
          </p>
        )}
        <div className="field">
          <label htmlFor={subject}>{t.subject}</label>
          <input
            id={subject}
            name="subject"
            maxLength={MAX_SUBJECT}
            required
            dir="auto"
            ref={autofocus}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <p className="hint muted">{t.subjectHint}</p>
        </div>
      </form>
    </Dialog>
  )
}
