import { useFragment } from 'react-relay/hooks'
import type { Connection_connection$key } from '#console/Connection_connection.graphql.ts'
import { act } from '../../forms/act.ts'
import styles from '../../forms/Settings.module.css'
import { texts } from '../../texts/index.ts'
import { connectionFragment } from './Connection.tsx'
import { startExport, startImport } from './start.ts'

interface ResolveProps {
  space: string
  connection: Connection_connection$key
  onChanged: () => void
}

/** The two ways out where the space and the repository have changed the same. */
export function Resolve({ space, connection, onChanged }: ResolveProps) {
  const { url, ref, repoProjectDirectory } = useFragment(connectionFragment, connection)
  const t = texts.git
  const started = { spaceId: space, url, ref, repoProjectDirectory, force: true }
  const takeTheirs = () => void act({ run: () => startImport(started), done: t.importStarted, onChanged })
  const takeOurs = () =>
    void act({
      run: () => startExport({ ...started, commitMessage: t.commitMessage }),
      done: t.exportStarted,
      onChanged,
    })
  return (
    <div className={styles.actions}>
      <button type="button" className="button small" onClick={takeTheirs}>
        {t.takeTheirs}
      </button>
      <button type="button" className="button small" onClick={takeOurs}>
        {t.takeOurs}
      </button>
    </div>
  )
}
