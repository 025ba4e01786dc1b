import { Icon } from '../parts/Icon.tsx'
import { texts } from '../texts/index.ts'
import styles from './StartSteps.module.css'

const STEPS = ['content', 'write', 'publish'] as const

/** The three steps to a site. Those before the current one are done. */
export function Steps({ at }: { at: (typeof STEPS)[number] | 'done' }) {
  const current = at === 'done' ? STEPS.length : STEPS.indexOf(at)
  const t = texts.start
  return (
    <ol className={styles.steps}>
      {STEPS.map((step, index) => (
        <li key={step} aria-current={index === current ? 'step' : undefined} data-done={index < current}>
          <span className={styles.number} aria-hidden="true">
            {index < current ? <Icon name="check" /> : index + 1}
          </span>
          {t[step]}
          {index < current && <span className="visually-hidden">({t.done})</span>}
        </li>
      ))}
    </ol>
  )
}
