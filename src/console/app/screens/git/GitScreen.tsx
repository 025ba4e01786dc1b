import { useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { GitScreenQuery } from '#console/GitScreenQuery.graphql.ts'
import styles from '../../forms/Settings.module.css'
import { NotFound } from '../../frame/Failure.tsx'
import { useCoalesced } from '../../live/use-coalesced.ts'
import { type Parameters, useParameters } from '../../parameters.ts'
import { Screen } from '../../parts/Screen.tsx'
import { preload as read, reread, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { useSpaceEvents } from '../space/SpaceEvents.tsx'
import { SpaceTrail } from '../space/SpaceTrail.tsx'
import { ConnectForm } from './ConnectForm.tsx'
import { Connection } from './Connection.tsx'
import { Operations } from './Operations.tsx'
import { Resolve } from './Resolve.tsx'

const query = graphql`
  query GitScreenQuery($space: ID!, $count: Int!) {
    space(id: $space) {
      id
      permissions {
        triggerGitSync
      }
      gitConnection {
        url
        ...Connection_connection
      }
      ...Operations_space @arguments(count: $count)
    }
  }
`

const COUNT = 20

export const preload = ({ space = '' }: Parameters) => read<GitScreenQuery>(query, { space, count: COUNT })

/** The Git branch that a space is kept in step with, and what was imported and exported. */
export default function GitScreen() {
  const { space: id = '' } = useParameters()
  const variables = { space: id, count: COUNT }
  const { space } = useScreenQuery<GitScreenQuery>(query, variables)
  const again = useCoalesced(() => void reread<GitScreenQuery>(query, variables))
  useSpaceEvents({ onEvent: ({ type }) => type.startsWith('GIT_') && again(), onGap: again })
  const [isChanging, setChanging] = useState(false)
  if (!space) return <NotFound />
  const mayStart = space.permissions.triggerGitSync
  const connection = space.gitConnection
  const isForm = mayStart && (!connection || isChanging)
  return (
    <Screen title={texts.git.title} trail={<SpaceTrail />}>
      <div className={styles.settings}>
        {connection && !isChanging && (
          <Connection
            space={id}
            connection={connection}
            mayChange={mayStart}
            onChange={() => setChanging(true)}
            onChanged={again}
          />
        )}
        {isForm && (
          <ConnectForm
            space={id}
            connection={connection}
            onDone={() => {
              setChanging(false)
              again()
            }}
            onCancel={connection ? () => setChanging(false) : undefined}
            onStarted={again}
          />
        )}
        <Operations
          space={space}
          mayStart={mayStart}
          resolve={mayStart && connection && <Resolve space={id} connection={connection} onChanged={again} />}
        />
      </div>
    </Screen>
  )
}
