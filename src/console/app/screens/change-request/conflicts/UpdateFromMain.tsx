import { useState } from 'react'
import { graphql, useMutation } from 'react-relay/hooks'
import type { UpdateFromMainMutation } from '#console/UpdateFromMainMutation.graphql.ts'
import { texts } from '../../../texts/index.ts'
import styles from './Conflicts.module.css'

/** Main content has changed: an update brings it in, and finds what conflicts. */
export function UpdateFromMain({ changeRequestId, onDone }: { changeRequestId: string; onDone: () => void }) {
  const [hasFailed, setFailed] = useState(false)
  const [commit, isBusy] = useMutation<UpdateFromMainMutation>(graphql`
    mutation UpdateFromMainMutation($input: UpdateChangeRequestFromMainInput!) {
      updateChangeRequestFromMain(input: $input) {
        result
        changeRequest {
          id
          version
          outdated
        }
      }
    }
  `)
  const run = () => {
    if (isBusy) return
    setFailed(false)
    commit({
      variables: { input: { changeRequestId } },
      onCompleted: onDone,
      onError: () => setFailed(true),
    })
  }
  const t = texts.conflicts
  return (
    <div className={styles.update}>
      <p>{t.outdated}</p>
      <button type="button" className="button small" aria-disabled={isBusy} onClick={run}>
        {isBusy ? t.updating : t.update}
      </button>
      {hasFailed && <p role="alert">{t.notUpdated}</p>}
    </div>
  )
}
