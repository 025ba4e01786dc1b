import { useState } from 'react'
import { commitMutation, graphql } from 'react-relay/hooks'
import type { SelectionBarMutation } from '#console/SelectionBarMutation.graphql.ts'
import { toast } from '../../parts/toasts.ts'
import { environment } from '../../relay/environment.ts'
import { texts } from '../../texts/index.ts'
import styles from './ChangesList.module.css'
import type { Selection } from './use-selection.ts'

type Status = SelectionBarMutation['variables']['input']['status']

const mutation = graphql`
  mutation SelectionBarMutation($input: UpdateChangeRequestInput!) {
    updateChangeRequest(input: $input) {
      changeRequest {
        id
        version
        status
      }
    }
  }
`

/** Sets the status of one change request. False if the server rejects it, for example because it was merged meanwhile. */
const setStatus = (changeRequestId: string, status: Status) =>
  new Promise<boolean>((resolve) => {
    commitMutation<SelectionBarMutation>(environment, {
      mutation,
      variables: { input: { changeRequestId, status } },
      onCompleted: () => resolve(true),
      onError: () => resolve(false),
    })
  })

/** Sets them one after the other, so that a long selection leaves room for others. Returns those that the server accepted. */
async function setAll(wanted: readonly (readonly [id: string, status: Status])[]): Promise<Set<string>> {
  const changed = new Set<string>()
  for (const [id, status] of wanted) if (await setStatus(id, status)) changed.add(id)
  return changed
}

const statusOf = (id: string) => environment.getStore().getSource().get(id)?.status as Status

/** What can be done with the change requests that are selected. */
export function SelectionBar({ selection }: { selection: Selection }) {
  const [isSending, setSending] = useState(false)
  const count = selection.ids.size
  if (count === 0) return null
  const t = texts.changes
  const run = async (status: Status, said: (count: number) => string) => {
    if (isSending) return
    setSending(true)
    const before = [...selection.ids].map((id) => [id, statusOf(id)] as const)
    const changed = await setAll(before.map(([id]) => [id, status]))
    setSending(false)
    selection.clear()
    if (changed.size < before.length) toast(t.someFailed(before.length - changed.size))
    if (changed.size === 0) return
    const undo = () => void setAll(before.filter(([id]) => changed.has(id)))
    toast(said(changed.size), { label: t.undo, run: undo })
  }
  return (
    <div className={styles.selection} role="toolbar" aria-label={t.selected}>
      <span>{t.selectedCount(count)}</span>
      <button
        type="button"
        className="button small"
        aria-disabled={isSending}
        onClick={() => void run('ARCHIVED', t.archived)}
      >
        {t.archive}
      </button>
      <button
        type="button"
        className="button small"
        aria-disabled={isSending}
        onClick={() => void run('OPEN', t.opened)}
      >
        {t.open}
      </button>
      <button type="button" className="button small" onClick={selection.clear}>
        {t.clear}
      </button>
    </div>
  )
}
