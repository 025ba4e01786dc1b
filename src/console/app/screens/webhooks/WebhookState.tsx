import { graphql, useFragment } from 'react-relay/hooks'
import type { WebhookState_webhook$key } from '#console/WebhookState_webhook.graphql.ts'
import styles from '../../forms/Settings.module.css'
import { texts } from '../../texts/index.ts'

/** Whether a webhook delivers, and how its last delivery went. */
export function WebhookState(props: { webhook: WebhookState_webhook$key }) {
  const { active, pausedReason, lastDelivery } = useFragment(
    graphql`
      fragment WebhookState_webhook on Webhook {
        active
        pausedReason
        lastDelivery {
          id
          status
        }
      }
    `,
    props.webhook,
  )
  const t = texts.webhooks
  if (!active)
    return (
      <span
        className={styles.tag}
        data-state={pausedReason ? 'FAILURE' : undefined}
        title={pausedReason ?? ''}
      >
        {t.paused}
      </span>
    )
  if (!lastDelivery) return <span className={styles.tag}>{t.nothingSent}</span>
  return <DeliveryStatus status={lastDelivery.status} />
}

const STATES = { SUCCEEDED: 'SUCCESS', FAILED: 'FAILURE', PENDING: 'RUNNING' } as const

/** The state of a delivery, with the same colours as other states. */
export function DeliveryStatus({ status }: { status: keyof typeof STATES }) {
  return (
    <span className={styles.tag} data-state={STATES[status]}>
      {texts.webhooks.statuses[status]}
    </span>
  )
}
