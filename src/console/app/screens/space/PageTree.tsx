import { useRouter } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { loadAhead, openLink } from '../../parts/text-links.ts'
import { texts } from '../../texts/index.ts'
import { focusRow } from './arrange/tree-rows.ts'
import type { Arranging } from './arrange/use-arranging.ts'
import { moveInTree } from './move-in-tree.ts'
import styles from './PageTree.module.css'
import { TreeBranch } from './TreeBranch.tsx'
import { ancestorsOf, treeOf } from './tree.ts'
import { useOpenBranches } from './use-open-branches.ts'
import type { TreePage } from './use-tree-pages.ts'

interface PageTreeProps {
  space: string
  pages: readonly TreePage[]
  /** The page that is shown. */
  current: TreePage | undefined
  addressOf: (path: string) => string
  /** For those who can change the pages. */
  arranging?: Arranging | undefined
}

const NONE: ReadonlySet<string> = new Set()

/** The pages of a space as nested lists of links. The arrow keys move in it as in a tree. */
export function PageTree({ space, pages, current, addressOf, arranging }: PageTreeProps) {
  const roots = useMemo(() => treeOf(pages), [pages])
  const { isOpen, set } = useOpenBranches(space, pages, current)
  const router = useRouter()
  const ref = useRef<HTMLElement>(null)
  const currentId = current?.pageId
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page that is opened comes into view.
  useEffect(() => {
    ref.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [currentId])
  const revealed = arranging?.revealed
  // biome-ignore lint/correctness/useExhaustiveDependencies: what others change does not open branches again.
  useEffect(() => {
    if (!revealed) return
    set(
      ancestorsOf(pages, revealed.pageId).map(({ pageId }) => pageId),
      true,
    )
    focusRow(revealed.pageId)
  }, [revealed, set])
  return (
    <nav
      ref={ref}
      className={styles.tree}
      aria-label={texts.space.pages}
      onClick={(event) => {
        const toggle = (event.target as Element).closest<HTMLElement>('[data-toggle]')
        if (toggle) set([toggle.dataset.toggle ?? ''], toggle.getAttribute('aria-expanded') !== 'true')
        else if (!arranging?.onClick(event)) openLink(router, event)
      }}
      onMouseOver={({ target }) => loadAhead(router, target)}
      onTouchStart={({ target }) => loadAhead(router, target)}
      onKeyDown={(event) => {
        if (!arranging?.onKeyDown(event)) moveInTree(event)
      }}
      {...arranging?.dragging}
    >
      <TreeBranch
        nodes={roots}
        addressOf={addressOf}
        currentId={currentId}
        isOpen={isOpen}
        selected={arranging?.selected ?? NONE}
        isArranged={arranging !== undefined}
      />
    </nav>
  )
}
