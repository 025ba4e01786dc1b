import { texts } from '../../../texts/index.ts'
import styles from './Changes.module.css'
import { chooseDiffView, DIFF_VIEWS, useDiffView, useIsWide } from './use-diff-view.ts'

/** Split, inline or rendered. Without room for two columns, split is not offered. */
export function DiffViewChoice() {
  const view = useDiffView()
  const isWide = useIsWide()
  const t = texts.changeRequest.diff
  const offered = DIFF_VIEWS.filter((each) => isWide || each !== 'split')
  const current = !isWide && view === 'split' ? 'inline' : view
  return (
    <fieldset className={styles.choice}>
      <legend className="visually-hidden">{t.view}</legend>
      {offered.map((each) => (
        <button key={each} type="button" aria-pressed={each === current} onClick={() => chooseDiffView(each)}>
          {t[each]}
        </button>
      ))}
    </fieldset>
  )
}
