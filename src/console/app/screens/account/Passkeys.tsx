import { graphql, useFragment } from 'react-relay/hooks'
import type { Passkeys_viewer$data, Passkeys_viewer$key } from '#console/Passkeys_viewer.graphql.ts'
import type { PasskeysDeleteMutation } from '#console/PasskeysDeleteMutation.graphql.ts'
import type { PasskeysRenameMutation } from '#console/PasskeysRenameMutation.graphql.ts'
import type { Methods } from '../../../pages/methods.ts'
import { createPasskey } from '../../../pages/passkeys.ts'
import { callAuth } from '../../../pages/server.ts'
import { sayDone } from '../../forms/act.ts'
import { ConfirmButton } from '../../forms/ConfirmButton.tsx'
import { FieldForm } from '../../forms/FieldForm.tsx'
import { Section, type SectionActions } from '../../forms/Section.tsx'
import styles from '../../forms/Settings.module.css'
import { ageOf } from '../../parts/Time.tsx'
import { mutate } from '../../relay/mutate.ts'
import { rereadShown } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'

const rename = graphql`
  mutation PasskeysRenameMutation($input: RenamePasskeyInput!) {
    renamePasskey(input: $input) {
      passkey {
        id
        name
      }
    }
  }
`
const remove = graphql`
  mutation PasskeysDeleteMutation($input: DeletePasskeyInput!) {
    deletePasskey(input: $input) {
      deletedId
    }
  }
`

const add = async () => callAuth('passkey/add', await createPasskey('passkey/add/options'))

/** The passkeys of the person, or why they cannot add one here. */
export function Passkeys({ viewer, methods }: { viewer: Passkeys_viewer$key; methods: Methods }) {
  const { passkeys } = useFragment(
    graphql`
      fragment Passkeys_viewer on Viewer {
        passkeys(first: 100) {
          nodes {
            id
            name
            isSynced
            createdAt
            lastUsedAt
          }
        }
      }
    `,
    viewer,
  )
  const t = texts.account
  const { available, reason } = methods.passkeys
  return (
    <Section title={t.passkeys} hint={t.passkeysHint}>
      {(actions) => (
        <>
          {passkeys.nodes.length === 0 ? (
            <p className="muted">{t.noPasskey}</p>
          ) : (
            <ul className={styles.rows}>
              {passkeys.nodes.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} actions={actions} />
              ))}
            </ul>
          )}
          {available ? (
            <div className={styles.actions}>
              <button type="button" className="button small" onClick={() => actions.act(add, t.passkeyAdded)}>
                {t.addPasskey}
              </button>
            </div>
          ) : (
            <p className="hint muted">{reason}</p>
          )}
        </>
      )}
    </Section>
  )
}

interface PasskeyRowProps {
  passkey: Passkeys_viewer$data['passkeys']['nodes'][number]
  actions: SectionActions
}

function PasskeyRow({ passkey, actions: { onDone } }: PasskeyRowProps) {
  const t = texts.account
  const { id, name, isSynced, createdAt, lastUsedAt } = passkey
  const send = (next: string) =>
    mutate<PasskeysRenameMutation>(rename, { input: { passkeyId: id, name: next } })
  const used = lastUsedAt ? t.lastUsed(ageOf(new Date(lastUsedAt))) : t.neverUsed
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <span dir="auto">
          {name} {isSynced && <span className={styles.tag}>{t.synced}</span>}
        </span>
        <span>
          {t.added(ageOf(new Date(createdAt)))} · {used}
        </span>
      </div>
      <ConfirmButton
        action={t.delete}
        label={t.deletePasskey(name)}
        title={t.deletePasskeyTitle(name)}
        typed={name}
        run={() => mutate<PasskeysDeleteMutation>(remove, { input: { passkeyId: id } })}
        onDone={() => onDone(t.passkeyDeleted(name))}
      >
        <p>{t.deletePasskeyText}</p>
      </ConfirmButton>
      <details className={styles.more}>
        <summary aria-label={t.renamePasskey(name)}>{t.rename}</summary>
        <FieldForm
          fields={[{ name: 'name', label: t.name, value: name, maxLength: 64 }]}
          submit={t.rename}
          run={({ name: next = '' }) =>
            send(next).then(() => {
              onDone()
              sayDone(t.renamed, () => send(name), rereadShown)
            })
          }
        />
      </details>
    </li>
  )
}
