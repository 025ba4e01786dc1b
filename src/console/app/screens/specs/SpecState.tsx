import { graphql, useFragment } from 'react-relay/hooks'
import type { SpecState_spec$key } from '#console/SpecState_spec.graphql.ts'
import styles from '../../forms/Settings.module.css'
import { Time } from '../../parts/Time.tsx'
import { texts } from '../../texts/index.ts'

/** Whether the source of a spec was processed, and how many problems it has. */
export function SpecState(props: { spec: SpecState_spec$key }) {
  const spec = useFragment(
    graphql`
      fragment SpecState_spec on OpenAPISpec {
        processingState
        lastProcessErrorCode
        lastProcessedErrorCount
        lastProcessedAt
      }
    `,
    props.spec,
  )
  const t = texts.specs
  const {
    processingState,
    lastProcessErrorCode: code,
    lastProcessedErrorCount: count,
    lastProcessedAt,
  } = spec
  if (processingState !== 'COMPLETE') return <span className={styles.tag}>{t.states[processingState]}</span>
  const state = code ? 'FAILURE' : 'SUCCESS'
  return (
    <span className={styles.bar}>
      <span className={styles.tag} data-state={state}>
        {code ? t.errors[code] : count > 0 ? t.problems(count) : t.valid}
      </span>
      {lastProcessedAt && (
        <span className="muted">
          <Time at={lastProcessedAt} />
        </span>
      )}
    </span>
  )
}
