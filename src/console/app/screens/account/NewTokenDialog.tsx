import { useId, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { NewTokenDialogMutation, TokenScope } from '#console/NewTokenDialogMutation.graphql.ts'
import { Choice } from '../../forms/Choice.tsx'
import { FieldForm } from '../../forms/FieldForm.tsx'
import { FormActions } from '../../forms/FormActions.tsx'
import { CopyField } from '../../parts/CopyField.tsx'
import { Dialog } from '../../parts/Dialog.tsx'
import { mutate } from '../../relay/mutate.ts'
import { texts } from '../../texts/index.ts'
import { ScopeChoice } from './ScopeChoice.tsx'

const mutation = graphql`
  mutation NewTokenDialogMutation($input: CreateApiTokenInput!) {
    createApiToken(input: $input) {
      token
      apiToken {
        id
        label
      }
    }
  }
`

/** As many characters as the API allows in the label of a token. */
const MAX_LABEL = 50
const DEFAULT_DAYS = '90'
const DAY_MS = 86_400_000

const inDays = (days: string): string | null =>
  days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString()

interface NewTokenDialogProps {
  onCreated: () => void
  onClose: () => void
}

/** Creates a token, and shows it once. */
export function NewTokenDialog({ onCreated, onClose }: NewTokenDialogProps) {
  const form = useId()
  const [scopes, setScopes] = useState<readonly TokenScope[] | null>(null)
  const [token, setToken] = useState<string>()
  const t = texts.account
  if (token !== undefined) return <NewToken token={token} onStored={onClose} />
  const create = async ({ label = '', days = '' }: Record<string, string>) => {
    if (scopes?.length === 0) throw new Error(t.noScope)
    const expiresAt = inDays(days)
    const { createApiToken } = await mutate<NewTokenDialogMutation>(mutation, {
      input: { label, ...(expiresAt && { expiresAt }), ...(scopes && { scopes }) },
    })
    setToken(createApiToken?.token)
    onCreated()
  }
  return (
    <Dialog
      title={t.newToken}
      onClose={onClose}
      actions={<FormActions form={form} submit={t.createToken} onClose={onClose} />}
    >
      <FieldForm
        id={form}
        fields={[{ name: 'label', label: t.label, hint: t.labelHint, maxLength: MAX_LABEL }]}
        run={create}
      >
        <Choice name="days" label={t.expiry} options={t.expiries} value={DEFAULT_DAYS} />
        <ScopeChoice scopes={scopes} onChange={setScopes} />
      </FieldForm>
    </Dialog>
  )
}

/** The secret of a new token. It cannot be closed by accident. */
function NewToken({ token, onStored }: { token: string; onStored: () => void }) {
  const [isWarned, setWarned] = useState(false)
  const t = texts.account
  const actions = (
    <button type="button" className="button primary" onClick={onStored}>
      {t.stored}
    </button>
  )
  return (
    <Dialog title={t.yourToken} onClose={() => setWarned(true)} actions={actions}>
      <p>{t.shownOnce}</p>
      {isWarned && (
        <p className="message error" role="alert">
          {t.storeFirst}
        </p>
      )}
      <CopyField label={t.yourToken} value={token} />
    </Dialog>
  )
}
