import { useRouter } from '@tanstack/react-router'
import { Icon } from '../../parts/Icon.tsx'
import { Time } from '../../parts/Time.tsx'
import { loadAhead, openLink } from '../../parts/text-links.ts'
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
  const router = useRouter()
  return (
    <a
      className={styles.step}
      data-next={isNext}
      href={addressOf(id, page.path ?? '')}
      rel={isNext ? 'next' : 'prev'}
      onClick={(event) => openLink(router, event)}
      onMouseEnter={({ target }) => loadAhead(router, target)}
      onFocus={({ target }) => loadAhead(router, target)}
    >
      <Icon name={isNext ? 'arrow-right' : 'arrow-left'} />
      <span>
        <small>{label}</small>
        <strong dir="auto">{page.linkTitle || page.title}</strong>
      </span>
    </a>
  )
}
