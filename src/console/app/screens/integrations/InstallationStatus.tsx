import { graphql, useFragment } from 'react-relay/hooks'
import type { InstallationStatus_installation$key } from '#console/InstallationStatus_installation.graphql.ts'
import styles from '../../forms/Settings.module.css'
import { texts } from '../../texts/index.ts'

/** Whether an installation works, or waits for what has to be configured. */
export function InstallationStatus(props: { installation: InstallationStatus_installation$key }) {
  const { status } = useFragment(
    graphql`
      fragment InstallationStatus_installation on IntegrationInstallation {
        status
      }
    `,
    props.installation,
  )
  return <StatusTag status={status} />
}

export function StatusTag({ status }: { status: 'ACTIVE' | 'PENDING' | 'PAUSED' }) {
  return (
    <span className={styles.tag} data-state={status === 'ACTIVE' ? 'SUCCESS' : 'FAILURE'}>
      {texts.integrations.statuses[status]}
    </span>
  )
}
