import { AppLink } from '../../parts/AppLink.tsx'
import { PageMark } from '../../parts/PageMark.tsx'
import { addressOf } from '../space/addresses.ts'
import { useSpace } from '../space/space-context.ts'
import type { TreePage } from '../space/use-tree-pages.ts'
import styles from './PageList.module.css'

/** Links to pages, one below the other. */
export function PageList({ pages }: { pages: readonly TreePage[] }) {
  const { id } = useSpace()
  return (
    <ul className={styles.list}>
      {pages.map((page) => (
        <li key={page.pageId}>
          <AppLink href={addressOf(id, page.path ?? '')}>
            <PageMark of={page} />
            <span>
              <bdi>{page.linkTitle || page.title}</bdi>
            </span>
            <small dir="ltr">{page.path}</small>
          </AppLink>
        </li>
      ))}
    </ul>
  )
}
