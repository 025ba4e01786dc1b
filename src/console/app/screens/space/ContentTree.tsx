import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { Boundary } from '../../frame/Boundary.tsx'
import { loadable } from '../../frame/later.tsx'
import { keepFocus } from '../../frame/use-focus-on-arrival.ts'
import { texts, withTexts } from '../../texts/index.ts'
import { PageTree } from './PageTree.tsx'
import styles from './SpaceNav.module.css'
import type { TreeContent } from './tree-content.ts'
import type { TreePage } from './use-tree-pages.ts'

/** Comes after the pages themselves, which can be read meanwhile. */
const { useLoaded: useArrangedTree } = loadable(() =>
  withTexts(() => import('./arrange/ArrangedTree.tsx'), 'arranging'),
)

interface ContentTreeProps {
  content: TreeContent
  current: TreePage | undefined
  title: string
}

/** The pages of main content or of a change request. Those who can change them can also arrange them. */
export function ContentTree({ content, current, title }: ContentTreeProps) {
  useMovedPage(content, current)
  const { spaceId, pages, addressOf } = content
  const toRead =
    pages.length === 0 ? (
      <p className={styles.none}>{texts.space.noPages}</p>
    ) : (
      <PageTree space={spaceId} pages={pages} current={current} addressOf={addressOf} />
    )
  if (!content.mayEdit) return toRead
  return (
    <Boundary fallback={toRead}>
      <TreeToArrange content={content} current={current} title={title} toRead={toRead} />
    </Boundary>
  )
}

function TreeToArrange({ toRead, ...props }: ContentTreeProps & { toRead: ReactNode }) {
  const ArrangedTree = useArrangedTree()
  return ArrangedTree ? <ArrangedTree {...props} /> : toRead
}

/** Follows the page that is shown to its new address, where somebody has moved or renamed it. */
function useMovedPage({ pages, addressOf }: TreeContent, current: TreePage | undefined): void {
  const router = useRouter()
  const last = useRef<{ page: TreePage; address: string }>(undefined)
  useEffect(() => {
    // Not that of the window, which changes a moment later.
    const { pathname: address, search, hash } = router.history.location
    if (current) {
      last.current = { page: current, address }
      return
    }
    const was = last.current
    if (!was || was.address !== address) return
    const path = pages.find(({ pageId }) => pageId === was.page.pageId)?.path
    if (!path) return
    keepFocus()
    router.history.replace(`${addressOf(path)}${search}${hash}`)
  }, [current, pages, addressOf, router])
}
