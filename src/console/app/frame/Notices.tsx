import { useEffect, useState } from 'react'
import { useConnectionState } from '../live/connection.ts'
import { ageOf } from '../parts/Time.tsx'
import { lastAnswerAt } from '../relay/answered.ts'
import { useNewerBuild } from '../relay/build.ts'
import { texts } from '../texts/index.ts'
import styles from './Notices.module.css'

/** How often the age of what is shown is told anew. */
const MINUTE_MS = 60_000

/** Above every screen: that the page is offline and how old it is, and that the server has a newer console. */
export function Notices() {
  const isOffline = useConnectionState() === 'offline'
  const isNewer = useNewerBuild()
  return (
    <div className={styles.notices} role="status">
      {isOffline && <Offline />}
      {isNewer && (
        <p className={styles.notice}>
          {texts.frame.newVersion} <ReloadButton />
        </p>
      )}
    </div>
  )
}

function Offline() {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return <p className={styles.notice}>{texts.frame.offlineSince(ageOf(lastAnswerAt(), now))}</p>
}

/** The page never reloads by itself: something may be written in it. */
export function ReloadButton() {
  return (
    <button type="button" className="button small" onClick={() => location.reload()}>
      {texts.frame.reload}
    </button>
  )
}
