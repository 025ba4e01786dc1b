import { useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { MemberDialogEraseMutation } from '#console/MemberDialogEraseMutation.graphql.ts'
import type { MemberDialogPasswordMutation } from '#console/MemberDialogPasswordMutation.graphql.ts'
import type { MemberDialogRemoveMutation } from '#console/MemberDialogRemoveMutation.graphql.ts'
import { ConfirmDialog } from '../../forms/ConfirmDialog.tsx'
import { CopyField } from '../../parts/CopyField.tsx'
import { Dialog } from '../../parts/Dialog.tsx'
import { toast } from '../../parts/toasts.ts'
import { mutate } from '../../relay/mutate.ts'
import { texts } from '../../texts/index.ts'
import { atThisHost } from './at-this-host.ts'
import { EndAccessDialog } from './EndAccessDialog.tsx'
import { PlacesDialog } from './PlacesDialog.tsx'

/** What somebody wants to do with a member. */
export interface Asked {
  action: 'places' | 'sessions' | 'tokens' | 'password' | 'remove' | 'leave' | 'erase'
  user: { readonly id: string; readonly displayName: string }
}

interface MemberDialogProps {
  asked: Asked
  organization: { readonly id: string; readonly title: string }
  onClose: () => void
  onChanged: () => void
}

const removeMember = graphql`
  mutation MemberDialogRemoveMutation($input: RemoveMemberInput!) {
    removeMember(input: $input) {
      deletedId
    }
  }
`
const erase = graphql`
  mutation MemberDialogEraseMutation($input: DeleteUserInput!) {
    deleteUser(input: $input) {
      deletedId
    }
  }
`

/** Asks before something is done with a member that they notice, or that cannot be undone. */
export function MemberDialog({
  asked: { action, user },
  organization,
  onClose,
  onChanged,
}: MemberDialogProps) {
  const t = texts.people
  const { id: userId, displayName: name } = user
  if (action === 'places') return <PlacesDialog user={user} organization={organization} onClose={onClose} />
  if (action === 'password') return <PasswordLink userId={userId} name={name} onClose={onClose} />
  if (action === 'sessions' || action === 'tokens') {
    return <EndAccessDialog kind={action} user={user} onChanged={onChanged} onClose={onClose} />
  }
  const done = (text: string) => {
    toast(text)
    onChanged()
  }
  if (action === 'erase') {
    const run = async () => {
      await mutate<MemberDialogEraseMutation>(erase, { input: { userId } })
      done(t.erased(name))
    }
    return (
      <ConfirmDialog
        title={t.eraseTitle(name)}
        action={t.eraseAction}
        typed={name}
        run={run}
        onClose={onClose}
      >
        <p>{t.eraseText}</p>
      </ConfirmDialog>
    )
  }
  const isLeaving = action === 'leave'
  const run = async () => {
    await mutate<MemberDialogRemoveMutation>(removeMember, {
      input: { organizationId: organization.id, userId },
    })
    // Nothing of the organization can be shown to somebody who has left it.
    if (isLeaving) location.assign('/app/')
    else done(t.removed(name))
  }
  return (
    <ConfirmDialog
      title={isLeaving ? t.leaveTitle(organization.title) : t.removeTitle(name)}
      action={isLeaving ? t.leave : t.remove}
      typed={isLeaving ? organization.title : name}
      run={run}
      onClose={onClose}
    >
      <p>{isLeaving ? t.leaveText : t.removeText}</p>
    </ConfirmDialog>
  )
}

interface PasswordLinkProps {
  userId: string
  name: string
  onClose: () => void
}

/** Creates a link with which a person sets a new password, and shows it once. */
function PasswordLink({ userId, name, onClose }: PasswordLinkProps) {
  const [link, setLink] = useState<string>()
  const t = texts.people
  if (link !== undefined) {
    return (
      <Dialog title={t.passwordTitle(name)} onClose={onClose}>
        <p>{t.passwordLinkText}</p>
        <CopyField label={t.passwordLink(name)} value={link} />
      </Dialog>
    )
  }
  const run = async () => {
    const { createPasswordReset } = await mutate<MemberDialogPasswordMutation>(
      graphql`
        mutation MemberDialogPasswordMutation($input: CreatePasswordResetInput!) {
          createPasswordReset(input: $input) {
            link
          }
        }
      `,
      { input: { userId } },
    )
    setLink(atThisHost(createPasswordReset?.link ?? ''))
  }
  return (
    <ConfirmDialog
      title={t.passwordTitle(name)}
      action={t.createLink}
      run={run}
      // The link is shown in its place.
      onDone={() => {}}
      onClose={onClose}
    >
      <p>{t.passwordText}</p>
    </ConfirmDialog>
  )
}
