import { AppLink } from '../../parts/AppLink.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Time } from '../../parts/Time.tsx'
import { texts } from '../../texts/index.ts'
import { addressOf } from '../space/addresses.ts'
import { useSpace } from '../space/space-context.ts'
import { readable } from '../space/tree.ts'
import type { TreePage } from '../space/use-tree-pages.ts'
import styles from './PageFoot.module.css'
import type { ShownPage } from './use-shown-page.ts'

/** When the page was last changed, and the pages before and after it. */
export function PageFoot({ page }: { page: ShownPage }) {
  const { pages } = useSpace()
  const { updatedAt, createdAt, layout } = page
  const shown = readable(pages).filter(({ hidden }) => !hidden)
  const at = shown.findIndex(({ pageId }) => pageId === page.pageId)
  const [previous, next] = at < 0 ? [] : [shown[at - 1], shown[at + 1]]
  const t = texts.page
  return (
    <footer className={styles.foot}>
      <p className="muted">
        {updatedAt ? t.changed : t.created} <Time at={updatedAt ?? createdAt} />
      </p>
      {layout?.pagination !== false && (previous || next) && (
        <nav className={styles.steps} aria-label={t.pagination}>
          {previous ? <Step page={previous} label={t.previous} /> : <span />}
          {next && <Step page={next} label={t.next} isNext />}
        </nav>
      )}
    </footer>
  )
}

function Step({ page, label, isNext = false }: { page: TreePage; label: string; isNext?: boolean }) {
  const { id } = useSpace()
  return (
    <AppLink
      className={styles.step}
      data-next={isNext}
      href={addressOf(id, page.path ?? '')}
      rel={isNext ? 'next' : 'prev'}
    >
      <Icon name={isNext ? 'arrow-right' : 'arrow-left'} />
      <span>
        <small>{label}</small>
        <strong dir="auto">{page.linkTitle || page.title}</strong>
      </span>
    </AppLink>
  )
}
