import { Link } from '@tanstack/react-router'
import { graphql, useFragment } from 'react-relay/hooks'
import type { FailureRow_failure$data, FailureRow_failure$key } from '#console/FailureRow_failure.graphql.ts'
import type { FailureRowMutation } from '#console/FailureRowMutation.graphql.ts'
import type { FailureRowSendMutation } from '#console/FailureRowSendMutation.graphql.ts'
import { act } from '../../forms/act.ts'
import styles from '../../forms/Settings.module.css'
import { Time } from '../../parts/Time.tsx'
import { mutate } from '../../relay/mutate.ts'
import { texts } from '../../texts/index.ts'

/** Of a spec, the message is a code. */
type ProcessErrorCode = keyof typeof texts.specs.errors

interface FailureRowProps {
  failure: FailureRow_failure$key
  organization: string
  onChanged: () => void
}

const retryJob = graphql`
  mutation FailureRowMutation($input: RetryJobInput!) {
    retryJob(input: $input) {
      jobId
    }
  }
`
const sendAgain = graphql`
  mutation FailureRowSendMutation($input: RedeliverWebhookDeliveryInput!) {
    redeliverWebhookDelivery(input: $input) {
      delivery {
        id
        status
      }
    }
  }
`

/** Jobs and deliveries can be repeated as they are. Imports are started where their report is. */
function retryOf({ kind, subjectId }: FailureRow_failure$data, organizationId: string) {
  if (kind === 'JOB')
    return () => mutate<FailureRowMutation>(retryJob, { input: { organizationId, jobId: subjectId } })
  if (kind === 'WEBHOOK')
    return () => mutate<FailureRowSendMutation>(sendAgain, { input: { deliveryId: subjectId } })
  return undefined
}

/** One failure: what, when and why, and the way to where it is explained or repeated. */
export function FailureRow({ failure: key, organization, onChanged }: FailureRowProps) {
  const failure = useFragment(
    graphql`
      fragment FailureRow_failure on Failure {
        kind
        subjectId
        failedAt
        about
        message
        webhookId
        changeRequest {
          number
        }
        space {
          id
          title
        }
      }
    `,
    key,
  )
  const { kind, about, message, failedAt, space } = failure
  const t = texts.watching
  const retry = retryOf(failure, organization)
  const name = kind === 'JOB' ? (t.jobs[about] ?? about) : about
  const reason = kind === 'SPEC' ? texts.specs.errors[message as ProcessErrorCode] : message
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <bdi>{name}</bdi>
        <span>
          <span className={styles.tag}>{t.kinds[kind]}</span> <Time at={failedAt} />
          {space && (
            <>
              {' · '}
              <bdi>{space.title || texts.places.untitled}</bdi>
            </>
          )}
        </span>
        {reason !== '' && <span dir="auto">{reason}</span>}
      </div>
      <div className={styles.actions}>
        <Where failure={failure} organization={organization} />
        {retry && (
          <button
            type="button"
            className="button small"
            aria-label={t.retryOf(name)}
            onClick={() => void act({ run: retry, done: t.retried, onChanged })}
          >
            {t.retry}
          </button>
        )}
      </div>
    </li>
  )
}

/** Leads to the screen that explains a failure. */
function Where({ failure, organization }: { failure: FailureRow_failure$data; organization: string }) {
  const { kind, about, space, webhookId, changeRequest } = failure
  const t = texts.watching
  const shared = { className: 'button small', 'aria-label': t.open(about) }
  if (webhookId) {
    return (
      <Link to="/o/$organization/webhooks/$webhook" params={{ organization, webhook: webhookId }} {...shared}>
        {t.look}
      </Link>
    )
  }
  if (kind === 'SPEC') {
    return (
      <Link to="/o/$organization/openapi/$spec" params={{ organization, spec: about }} {...shared}>
        {t.look}
      </Link>
    )
  }
  if (!space) return null
  if (changeRequest) {
    return (
      <Link
        to="/s/$space/changes/$number"
        params={{ space: space.id, number: String(changeRequest.number) }}
        search={{ view: 'conflicts' }}
        {...shared}
      >
        {t.look}
      </Link>
    )
  }
  return (
    <Link to={kind === 'GIT' ? '/s/$space/~git' : '/s/$space'} params={{ space: space.id }} {...shared}>
      {t.look}
    </Link>
  )
}
