import { graphql, useFragment } from 'react-relay/hooks'
import type { Password_viewer$key } from '#console/Password_viewer.graphql.ts'
import type { PasswordChangeMutation } from '#console/PasswordChangeMutation.graphql.ts'
import type { PasswordRemoveMutation } from '#console/PasswordRemoveMutation.graphql.ts'
import type { Methods } from '../../../pages/methods.ts'
import { ConfirmButton } from '../../forms/ConfirmButton.tsx'
import { type Field, FieldForm } from '../../forms/FieldForm.tsx'
import { Section } from '../../forms/Section.tsx'
import styles from '../../forms/Settings.module.css'
import { ageOf } from '../../parts/Time.tsx'
import { mutate } from '../../relay/mutate.ts'
import { texts } from '../../texts/index.ts'

const change = graphql`
  mutation PasswordChangeMutation($input: ChangePasswordInput!) {
    changePassword(input: $input) {
      password {
        isSet
      }
    }
  }
`
const remove = graphql`
  mutation PasswordRemoveMutation($input: RemovePasswordInput!) {
    removePassword(input: $input) {
      password {
        isSet
      }
    }
  }
`

/** The fields for a new password, after the current one if there is one. */
function passwordFields(isSet: boolean): Field[] {
  const t = texts.account
  const current: Field = {
    name: 'currentPassword',
    label: t.currentPassword,
    type: 'password',
    autoComplete: 'current-password',
  }
  const next: Field = {
    name: 'newPassword',
    label: t.newPassword,
    type: 'password',
    autoComplete: 'new-password',
    hint: t.newPasswordHint,
  }
  return isSet ? [current, next] : [next]
}

/** The password of the person. */
export function Password({ viewer, methods }: { viewer: Password_viewer$key; methods: Methods }) {
  const { password } = useFragment(
    graphql`
      fragment Password_viewer on Viewer {
        password {
          isSet
          changedAt
        }
      }
    `,
    viewer,
  )
  const t = texts.account
  const { isSet, changedAt } = password
  return (
    <Section title={t.password}>
      {({ onDone }) => (
        <>
          <p className="muted">
            {isSet && changedAt ? t.passwordSet(ageOf(new Date(changedAt))) : t.noPassword}
          </p>
          {methods.password.available ? (
            <details className={styles.more}>
              <summary>{isSet ? t.changePassword : t.setPassword}</summary>
              <FieldForm
                fields={passwordFields(isSet)}
                submit={isSet ? t.changePassword : t.setPassword}
                run={(values) =>
                  mutate<PasswordChangeMutation>(change, {
                    input: { newPassword: '', ...values },
                  }).then(() => onDone(t.passwordWasSet))
                }
              />
            </details>
          ) : (
            <p className="hint muted">{t.passwordsOff}</p>
          )}
          {isSet && (
            <div className={styles.actions}>
              <ConfirmButton
                action={t.removePassword}
                title={t.removePasswordTitle}
                typed={t.removeTyped}
                run={() => mutate<PasswordRemoveMutation>(remove, { input: {} })}
                onDone={() => onDone(t.passwordWasRemoved)}
              >
                <p>{t.removePasswordText}</p>
              </ConfirmButton>
            </div>
          )}
        </>
      )}
    </Section>
  )
}
