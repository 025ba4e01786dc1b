import { graphql, useFragment } from 'react-relay/hooks'
import type { Profile_viewer$key } from '#console/Profile_viewer.graphql.ts'
import type { ProfileMutation } from '#console/ProfileMutation.graphql.ts'
import type { Methods } from '../../../pages/methods.ts'
import { FieldForm } from '../../forms/FieldForm.tsx'
import { Section } from '../../forms/Section.tsx'
import styles from '../../forms/Settings.module.css'
import { mutate } from '../../relay/mutate.ts'
import { texts } from '../../texts/index.ts'

const mutation = graphql`
  mutation ProfileMutation($input: UpdateUserInput!) {
    updateUser(input: $input) {
      user {
        id
        displayName
        email
        photoURL
      }
    }
  }
`

const MAX_NAME = 64

/** The name, the photo and the address of the person. A new address counts once its link was opened. */
export function Profile({ viewer, methods }: { viewer: Profile_viewer$key; methods: Methods }) {
  const { user } = useFragment(
    graphql`
      fragment Profile_viewer on Viewer {
        user {
          id
          displayName
          email
          photoURL
        }
      }
    `,
    viewer,
  )
  const t = texts.account
  const update = (input: object) =>
    mutate<ProfileMutation>(mutation, { input: { userId: user.id, ...input } })
  return (
    <Section title={t.profile} hint={t.profileHint}>
      {({ onDone }) => (
        <>
          <FieldForm
            fields={[
              {
                name: 'displayName',
                label: t.name,
                value: user.displayName,
                autoComplete: 'name',
                maxLength: MAX_NAME,
              },
              {
                name: 'photoURL',
                label: t.photo,
                type: 'url',
                value: user.photoURL ?? '',
                hint: t.photoHint,
                isOptional: true,
              },
            ]}
            submit={t.saveProfile}
            run={({ displayName, photoURL }) =>
              update({ displayName, photoURL: photoURL || null }).then(() => onDone(texts.forms.saved))
            }
          />
          <p dir="auto">{user.email ? t.emailIs(user.email) : t.noEmail}</p>
          {methods.mail ? (
            <details className={styles.more}>
              <summary>{t.changeEmail}</summary>
              <FieldForm
                fields={[
                  {
                    name: 'email',
                    label: t.newEmail,
                    type: 'email',
                    autoComplete: 'email',
                    hint: t.newEmailHint,
                  },
                ]}
                submit={t.sendLink}
                run={(values) => update(values).then(() => onDone(t.linkSent))}
              />
            </details>
          ) : (
            <p className="hint muted">{t.noMail}</p>
          )}
        </>
      )}
    </Section>
  )
}
