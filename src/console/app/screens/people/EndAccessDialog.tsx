import { ConfirmDialog } from '../../forms/ConfirmDialog.tsx'
import { toast } from '../../parts/toasts.ts'
import { texts } from '../../texts/index.ts'
import { endSessions, revokeTokens } from './account-actions.ts'

interface EndAccessDialogProps {
  kind: 'sessions' | 'tokens'
  user: { readonly id: string; readonly displayName: string }
  onChanged: () => void
  onClose: () => void
}

const ends = { sessions: endSessions, tokens: revokeTokens }

/** Asks before all sessions or all API tokens of a person are ended. */
export function EndAccessDialog({ kind, user, onChanged, onClose }: EndAccessDialogProps) {
  const t = texts.people.endAccess[kind]
  const name = user.displayName
  const run = async () => {
    toast(t.done(name, await ends[kind](user.id)))
    onChanged()
  }
  return (
    <ConfirmDialog
      title={t.title(name)}
      action={t.action}
      // People sign in again; tokens are gone.
      typed={kind === 'tokens' ? name : undefined}
      run={run}
      onClose={onClose}
    >
      <p>{t.text}</p>
    </ConfirmDialog>
  )
}
