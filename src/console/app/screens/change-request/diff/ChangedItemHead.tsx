import { Link } from '@tanstack/react-router'
import type { ChangedItem_difference$data } from '#console/ChangedItem_difference.graphql.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { texts } from '../../../texts/index.ts'
import type { ChangePlace } from '../place.ts'
import styles from './ChangedItem.module.css'
import { useChangeThreads } from './ThreadsContext.tsx'

type Change = ChangedItem_difference$data[number]

interface ChangedItemHeadProps {
  changes: readonly Change[]
  main: Change
  size: { added: number; removed: number }
  place: ChangePlace
  isShown: boolean
  /** Empty where open threads are hidden. */
  hidden: '' | undefined
  onToggle: () => void
  isViewed: boolean | undefined
  onViewed: () => void
  onComment: (() => void) | undefined
}

/** What was changed and how, how much, and whether it was viewed. Stays in view while its change is read. */
export function ChangedItemHead(props: ChangedItemHeadProps) {
  const { changes, main, size, place, isShown, isViewed } = props
  const { mayComment, mayReview } = useChangeThreads()
  const t = texts.changeRequest.diff
  const title = main.title ?? main.subjectId
  const kind = main.type.split('_')[0] as keyof typeof t.kinds
  const path = main.page?.path ?? main.before?.path
  return (
    <header className={styles.head}>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={isShown}
        aria-label={isShown ? t.collapse(title) : t.expand(title)}
        data-first
        data-reveal={props.hidden}
        onClick={props.onToggle}
      >
        <span className={styles.chevron} data-open={isShown}>
          <Icon name="chevron" />
        </span>
      </button>
      <h2 className={styles.title} dir="auto">
        {title}
      </h2>
      {kind !== 'PAGE' && <span className={styles.kind}>{t.kinds[kind]}</span>}
      {statesOf(changes).map((state) => (
        <span key={state} className={styles.state} data-state={state}>
          {t.types[state]}
        </span>
      ))}
      {path && <span className={styles.path}>{path}</span>}
      <span className={styles.size}>
        {size.added > 0 && (
          <span className={styles.added} title={t.added(size.added)}>
            +{size.added}
          </span>
        )}
        {size.removed > 0 && (
          <span className={styles.removed} title={t.removed(size.removed)}>
            −{size.removed}
          </span>
        )}
      </span>
      <span className={styles.actions}>
        {props.onComment && (mayComment || mayReview) && (
          <button
            type="button"
            className={styles.icon}
            aria-label={t.commentPage}
            title={t.commentPage}
            data-comment-page
            onClick={props.onComment}
          >
            <Icon name="comment" />
          </button>
        )}
        {main.page?.path && (
          <Link
            to="/s/$space/changes/$number/$"
            params={{ space: place.space, number: String(place.number), _splat: main.page.path }}
            className={styles.icon}
            aria-label={t.read}
            title={t.read}
          >
            <Icon name="eye" />
          </Link>
        )}
        {isViewed !== undefined && (
          <label className={styles.viewed}>
            <input type="checkbox" data-viewed checked={isViewed} onChange={props.onViewed} />
            {t.viewed}
          </label>
        )}
      </span>
    </header>
  )
}

type State = keyof typeof texts.changeRequest.diff.types

/** What happened to a resource. A page whose title is another was renamed as well. */
function statesOf(changes: readonly Change[]): State[] {
  return changes.flatMap(({ type, attributes }): State[] => {
    const state = type.split('_')[1] as State
    if (state !== 'EDITED') return [state]
    const isRenamed = attributes.some(({ name }) => name === 'title' || name === 'name')
    return isRenamed ? ['RENAMED', 'EDITED'] : ['EDITED']
  })
}
