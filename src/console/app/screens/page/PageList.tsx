import { useRouter } from '@tanstack/react-router'
import { PageMark } from '../../parts/PageMark.tsx'
import { loadAhead, openLink } from '../../parts/text-links.ts'
import { addressOf } from '../space/addresses.ts'
import { useSpace } from '../space/space-context.ts'
import type { TreePage } from '../space/use-tree-pages.ts'
import styles from './PageList.module.css'

/** Links to pages, one below the other. */
export function PageList({ pages }: { pages: readonly TreePage[] }) {
  const { id } = useSpace()
  const router = useRouter()
  return (
    <ul className={styles.list}>
      {pages.map((page) => (
        <li key={page.pageId}>
          <a
            href={page.href ?? addressOf(id, page.path ?? '')}
            onClick={(event) => openLink(router, event)}
            onMouseEnter={({ target }) => loadAhead(router, target)}
            onFocus={({ target }) => loadAhead(router, target)}
          >
            <PageMark of={page} />
            <span dir="auto">{page.linkTitle || page.title}</span>
            <small dir="ltr">{page.path}</small>
          </a>
        </li>
      ))}
    </ul>
  )
}
