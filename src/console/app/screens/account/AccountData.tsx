import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { AccountData_viewer$key } from '#console/AccountData_viewer.graphql.ts'
import type { AccountDataDeleteMutation } from '#console/AccountDataDeleteMutation.graphql.ts'
import type { AccountDataExportQuery } from '#console/AccountDataExportQuery.graphql.ts'
import { ConfirmDialog } from '../../forms/ConfirmDialog.tsx'
import { Section } from '../../forms/Section.tsx'
import styles from '../../forms/Settings.module.css'
import { readOnce } from '../../live/follow.ts'
import { mutate } from '../../relay/mutate.ts'
import { noteSignedOut } from '../../sign-in/sign-in-again.ts'
import { texts } from '../../texts/index.ts'

const deleteViewer = graphql`
  mutation AccountDataDeleteMutation($input: DeleteViewerInput!) {
    deleteViewer(input: $input) {
      deletedId
    }
  }
`

/** Downloads everything that is stored about the person. */
async function download(): Promise<void> {
  const { exportViewerData: url } = await readOnce<AccountDataExportQuery>(
    graphql`
      query AccountDataExportQuery {
        exportViewerData
      }
    `,
    {},
  )
  const link = document.createElement('a')
  link.href = url ?? ''
  link.download = 'quire-data.json'
  link.click()
}

/** What is stored about the person, to take along or to erase. */
export function AccountData({ viewer }: { viewer: AccountData_viewer$key }) {
  const { user } = useFragment(
    graphql`
      fragment AccountData_viewer on Viewer {
        user {
          displayName
        }
      }
    `,
    viewer,
  )
  const [isAsking, setAsking] = useState(false)
  const t = texts.account
  const erase = async () => {
    await mutate<AccountDataDeleteMutation>(deleteViewer, { input: {} })
    // The session has ended with the account: nothing in this page asks to sign in again.
    noteSignedOut()
    location.replace('/app/sign-in')
    await new Promise(() => {})
  }
  return (
    <Section title={t.data} hint={t.dataHint}>
      {({ act }) => (
        <div className={styles.actions}>
          <button type="button" className="button" onClick={() => act(download, t.exported)}>
            {t.exportData}
          </button>
          <button type="button" className="button danger" onClick={() => setAsking(true)}>
            {t.deleteAccount}
          </button>
          {isAsking && (
            <ConfirmDialog
              title={t.deleteAccountTitle}
              action={t.deleteAccount}
              typed={user.displayName}
              run={erase}
              onClose={() => setAsking(false)}
            >
              <p>{t.deleteAccountText}</p>
            </ConfirmDialog>
          )}
        </div>
      )}
    </Section>
  )
}
