import { graphql, useFragment } from 'react-relay/hooks'
import type { Findings_instance$data, Findings_instance$key } from '#console/Findings_instance.graphql.ts'
import styles from '../../forms/Settings.module.css'
import { TitledSection } from '../../forms/TitledSection.tsx'
import { texts } from '../../texts/index.ts'

type Finding = Findings_instance$data['findings'][number]

/** What was checked: what needs attention, and below it what does not. */
export function Findings(props: { instance: Findings_instance$key }) {
  const { findings } = useFragment(
    graphql`
      fragment Findings_instance on Instance {
        findings {
          code
          state
          found
          action
        }
      }
    `,
    props.instance,
  )
  const t = texts.instance
  const open = findings.filter(({ state }) => state !== 'OK')
  const well = findings.filter(({ state }) => state === 'OK')
  return (
    <TitledSection
      title={t.findings}
      hint={<p role="status">{open.length === 0 ? t.allWell : t.attention(open.length)}</p>}
    >
      <div className={styles.stack}>
        {open.length > 0 && <Rows findings={open} />}
        {well.length > 0 && (
          <details className={styles.more}>
            <summary>{t.whatIsWell(well.length)}</summary>
            <Rows findings={well} />
          </details>
        )}
      </div>
    </TitledSection>
  )
}

/** What the server has found is in English, as its log is. */
function Rows({ findings }: { findings: readonly Finding[] }) {
  const t = texts.instance
  return (
    <ul className={styles.rows}>
      {findings.map(({ code, state, found, action }) => (
        <li key={code} className={styles.row}>
          <div className={styles.what}>
            <span>{t.codes[code] ?? code}</span>
            <span lang="en">{found}</span>
            {action && <span lang="en">{action}</span>}
          </div>
          <span className={styles.tag}>{t.states[state]}</span>
        </li>
      ))}
    </ul>
  )
}
