import { useId, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { InviteDialogLinkMutation } from '#console/InviteDialogLinkMutation.graphql.ts'
import type { InviteDialogMutation, Role } from '#console/InviteDialogMutation.graphql.ts'
import { Choice } from '../../forms/Choice.tsx'
import { FieldForm } from '../../forms/FieldForm.tsx'
import { FormActions } from '../../forms/FormActions.tsx'
import styles from '../../forms/Settings.module.css'
import { CopyField } from '../../parts/CopyField.tsx'
import { Dialog } from '../../parts/Dialog.tsx'
import { mutate } from '../../relay/mutate.ts'
import { texts } from '../../texts/index.ts'
import { atThisHost } from './at-this-host.ts'

const inviteUsers = graphql`
  mutation InviteDialogMutation($input: InviteUsersInput!) {
    inviteUsers(input: $input) {
      users {
        id
        displayName
        email
      }
      invites {
        email
        link
      }
    }
  }
`
const createLink = graphql`
  mutation InviteDialogLinkMutation($input: CreateLinkInviteInput!) {
    createLinkInvite(input: $input) {
      link
      invite {
        id
      }
    }
  }
`

/** What has become of the invitations: a text, or a link to send. */
interface Outcome {
  text: string
  link?: string | undefined
  label?: string
}

const GUEST = ''
const addressesIn = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))]
const roleIn = ({ role = GUEST }: Record<string, string>) => (role === GUEST ? null : (role as Role))

async function inviteByMail(organizationId: string, values: Record<string, string>): Promise<Outcome[]> {
  const t = texts.people
  const emails = addressesIn(values.emails ?? '').map((email) => ({ email }))
  const { inviteUsers: made } = await mutate<InviteDialogMutation>(inviteUsers, {
    input: { organizationId, emails, role: roleIn(values) },
  })
  // Operators also get the accounts that were made for the invitations.
  const invited = new Set(made?.invites.map(({ email }) => email.toLowerCase()))
  const members = (made?.users ?? []).filter(({ email }) => !email || !invited.has(email.toLowerCase()))
  return [
    ...members.map(({ displayName }) => ({ text: t.isMember(displayName) })),
    ...(made?.invites ?? []).map(({ email, link }) =>
      link
        ? { text: t.sendThisLink(email), link: atThisHost(link), label: t.linkFor(email) }
        : { text: t.mailed(email) },
    ),
  ]
}

async function inviteByLink(organizationId: string, values: Record<string, string>): Promise<Outcome[]> {
  const { createLinkInvite } = await mutate<InviteDialogLinkMutation>(createLink, {
    input: { organizationId, role: roleIn(values) },
  })
  const link = atThisHost(createLinkInvite?.link ?? '')
  return [{ text: texts.people.linkCreated, link, label: texts.people.inviteLink }]
}

/** Invites people by mail, or with a link that everybody can use who has it. */
export function InviteDialog({ organization, onClose }: { organization: string; onClose: () => void }) {
  const form = useId()
  const [way, setWay] = useState<'mail' | 'link'>('mail')
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>()
  const t = texts.people
  if (outcomes) return <Outcomes outcomes={outcomes} onClose={onClose} />
  const isMail = way === 'mail'
  const run = async (values: Record<string, string>) =>
    setOutcomes(await (isMail ? inviteByMail : inviteByLink)(organization, values))
  const emails = { name: 'emails', label: t.emails, hint: t.emailsHint, maxLength: 10_000 }
  return (
    <Dialog
      title={t.invite}
      onClose={onClose}
      actions={
        <FormActions form={form} submit={isMail ? t.sendInvitations : t.createLink} onClose={onClose} />
      }
    >
      <fieldset className={styles.stack} aria-label={t.way}>
        {(['mail', 'link'] as const).map((one) => (
          <label key={one} className={styles.check}>
            <input type="radio" name="way" checked={way === one} onChange={() => setWay(one)} /> {t.ways[one]}
          </label>
        ))}
      </fieldset>
      <FieldForm id={form} fields={isMail ? [emails] : []} run={run}>
        <Choice
          name="role"
          label={t.role}
          options={{ [GUEST]: t.guest, ...texts.forms.roles }}
          value="EDIT"
        />
        <p className="hint muted">{t.guestHint}</p>
      </FieldForm>
    </Dialog>
  )
}

function Outcomes({ outcomes, onClose }: { outcomes: readonly Outcome[]; onClose: () => void }) {
  const t = texts.people
  const actions = (
    <button type="button" className="button primary" onClick={onClose}>
      {t.done}
    </button>
  )
  return (
    <Dialog title={t.invite} onClose={onClose} actions={actions}>
      <ul className={styles.stack}>
        {outcomes.map(({ text, link, label = '' }) => (
          <li key={text + link} className="message">
            <p dir="auto">{text}</p>
            {link !== undefined && <CopyField label={label} value={link} />}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
