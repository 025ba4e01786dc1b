import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { Connection_connection$key } from '#console/Connection_connection.graphql.ts'
import type { ConnectionDisconnectMutation } from '#console/ConnectionDisconnectMutation.graphql.ts'
import { act } from '../../forms/act.ts'
import { ConfirmDialog } from '../../forms/ConfirmDialog.tsx'
import { Section } from '../../forms/Section.tsx'
import styles from '../../forms/Settings.module.css'
import { Time } from '../../parts/Time.tsx'
import { toast } from '../../parts/toasts.ts'
import { mutate } from '../../relay/mutate.ts'
import { texts } from '../../texts/index.ts'
import { branchName, startExport, startImport } from './start.ts'

export const connectionFragment = graphql`
  fragment Connection_connection on ConnectedGitRepository {
    url
    ref
    repoProjectDirectory
    exportOnMerge
    importEveryMinutes
    checkedAt
    nextCheckAt
    error
    connectedBy {
      id
      displayName
    }
  }
`

interface ConnectionProps {
  space: string
  connection: Connection_connection$key
  mayChange: boolean
  onChange: () => void
  onChanged: () => void
}

/** What a space is connected to, what went wrong last, and what can be started by hand. */
export function Connection({ space, connection, mayChange, onChange, onChanged }: ConnectionProps) {
  const known = useFragment(connectionFragment, connection)
  const { url, ref, repoProjectDirectory } = known
  const [isAsked, setAsked] = useState(false)
  const t = texts.git
  const started = { spaceId: space, url, ref, repoProjectDirectory }
  const importNow = () => void act({ run: () => startImport(started), done: t.importStarted, onChanged })
  const exportNow = () =>
    void act({
      run: () => startExport({ ...started, commitMessage: t.commitMessage }),
      done: t.exportStarted,
      onChanged,
    })
  const disconnect = async () => {
    await mutate<ConnectionDisconnectMutation>(
      graphql`
        mutation ConnectionDisconnectMutation($input: DisconnectGitRepositoryInput!) {
          disconnectGitRepository(input: $input) {
            spaceId
          }
        }
      `,
      { input: { spaceId: space } },
    )
    toast(t.disconnected)
    onChanged()
  }
  return (
    <Section title={t.connection} hint={t.connectionHint}>
      {() => (
        <>
          {known.error && (
            <p className="message error" role="status" dir="auto">
              {known.error}
            </p>
          )}
          <dl className={styles.facts}>
            <dt>{t.url}</dt>
            <dd dir="ltr">{url}</dd>
            <dt>{t.branch}</dt>
            <dd dir="ltr">{branchName(ref)}</dd>
            {repoProjectDirectory !== '' && (
              <>
                <dt>{t.folder}</dt>
                <dd dir="ltr">{repoProjectDirectory}</dd>
              </>
            )}
            <dt>{t.importEvery}</dt>
            <dd>
              {known.importEveryMinutes ? t.every(String(known.importEveryMinutes)) : t.onRequest}
              {known.checkedAt && (
                <>
                  {' · '}
                  {t.checked} <Time at={known.checkedAt} />
                </>
              )}
            </dd>
            <dt>{t.exports}</dt>
            <dd>{known.exportOnMerge ? t.afterMerge : t.onRequest}</dd>
            {known.connectedBy && (
              <>
                <dt>{t.connectedBy}</dt>
                <dd dir="auto">{known.connectedBy.displayName}</dd>
              </>
            )}
          </dl>
          {mayChange && (
            <div className={styles.actions}>
              <button type="button" className="button small" onClick={importNow}>
                {t.importNow}
              </button>
              <button type="button" className="button small" onClick={exportNow}>
                {t.exportNow}
              </button>
              <button type="button" className="button small" onClick={onChange}>
                {t.change}
              </button>
              <button type="button" className="button small danger" onClick={() => setAsked(true)}>
                {t.disconnect}
              </button>
            </div>
          )}
          {isAsked && (
            <ConfirmDialog
              title={t.disconnectTitle}
              action={t.disconnect}
              typed={branchName(ref)}
              run={disconnect}
              onClose={() => setAsked(false)}
            >
              <p>{t.disconnectText}</p>
            </ConfirmDialog>
          )}
        </>
      )}
    </Section>
  )
}
