import { useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type {
  InviteFormMutation,
  InviteFormMutation$data,
  Role,
} from '#console/InviteFormMutation.graphql.ts'
import { Choice } from '../../forms/Choice.tsx'
import { FieldForm } from '../../forms/FieldForm.tsx'
import styles from '../../forms/Settings.module.css'
import { CopyField } from '../../parts/CopyField.tsx'
import { mutate } from '../../relay/mutate.ts'
import { texts } from '../../texts/index.ts'
import { atThisHost } from '../people/at-this-host.ts'

const mutation = graphql`
  mutation InviteFormMutation($input: InviteUsersInput!) {
    inviteUsers(input: $input) {
      invites {
        email
        link
      }
    }
  }
`

type Invites = NonNullable<InviteFormMutation$data['inviteUsers']>['invites']

/** Invites a person. The link is mailed, or shown where this server cannot send mail. */
export function InviteForm({ organization }: { organization: string }) {
  const [result, setResult] = useState<{ email: string; invites: Invites }>()
  const t = texts.account
  const invite = async ({ email = '', role }: Record<string, string>) => {
    setResult(undefined)
    const input = { organizationId: organization, emails: [{ email, role: role as Role }] }
    const { inviteUsers } = await mutate<InviteFormMutation>(mutation, { input })
    setResult({ email, invites: inviteUsers?.invites ?? [] })
  }
  return (
    <div className={styles.stack}>
      <FieldForm
        fields={[{ name: 'email', label: t.inviteEmail, type: 'email' }]}
        submit={t.createInvitation}
        run={invite}
      >
        <Choice name="role" label={t.role} options={texts.forms.roles} value="EDIT" />
      </FieldForm>
      <div role="status" className={styles.stack}>
        {result?.invites.length === 0 && <p className="message">{t.isMember(result.email)}</p>}
        {result?.invites.map(({ email, link }) => (
          <div key={email} className="message success">
            <p>{link ? t.sendThisLink(email) : t.mailed(email)}</p>
            {link && <CopyField label={t.linkFor(email)} value={atThisHost(link)} />}
          </div>
        ))}
      </div>
    </div>
  )
}
