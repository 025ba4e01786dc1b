import { useRouter } from '@tanstack/react-router'
import { memo, useEffect, useMemo, useRef } from 'react'
import { Icon } from '../../parts/Icon.tsx'
import { PageMark } from '../../parts/PageMark.tsx'
import { loadAhead, openLink } from '../../parts/text-links.ts'
import { texts } from '../../texts/index.ts'
import { addressOf } from './addresses.ts'
import { moveInTree } from './move-in-tree.ts'
import styles from './PageTree.module.css'
import { type TreeNode, treeOf } from './tree.ts'
import { useOpenBranches } from './use-open-branches.ts'
import type { TreePage } from './use-tree-pages.ts'

interface PageTreeProps {
  space: string
  pages: readonly TreePage[]
  /** The page that is shown. */
  current: TreePage | undefined
}

/** The pages of a space as nested lists of links. The arrow keys move in it as in a tree. */
export function PageTree({ space, pages, current }: PageTreeProps) {
  const roots = useMemo(() => treeOf(pages), [pages])
  const { isOpen, set } = useOpenBranches(space, pages, current)
  const router = useRouter()
  const ref = useRef<HTMLElement>(null)
  const currentId = current?.pageId
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page that is opened comes into view.
  useEffect(() => {
    ref.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [currentId])
  return (
    // biome-ignore lint/a11y/useKeyWithMouseEvents: loading ahead is not needed with keys.
    <nav
      ref={ref}
      className={styles.tree}
      aria-label={texts.space.pages}
      onClick={(event) => {
        const toggle = (event.target as Element).closest<HTMLElement>('[data-toggle]')
        if (toggle) set([toggle.dataset.toggle ?? ''], toggle.getAttribute('aria-expanded') !== 'true')
        else openLink(router, event)
      }}
      onMouseOver={({ target }) => loadAhead(router, target)}
      onTouchStart={({ target }) => loadAhead(router, target)}
      onKeyDown={moveInTree}
    >
      <Branch nodes={roots} space={space} currentId={currentId} isOpen={isOpen} />
    </nav>
  )
}

interface BranchProps {
  nodes: readonly TreeNode[]
  space: string
  currentId: string | undefined
  isOpen: (page: TreePage) => boolean
}

/** Plain elements with one listener for all: a space can have 10,000 pages. */
const Branch = memo(function Branch({ nodes, space, currentId, isOpen }: BranchProps) {
  return (
    <ul>
      {nodes.map(({ page, children }) => {
        const isExpanded = children.length > 0 && isOpen(page)
        return (
          <li key={page.pageId}>
            <Row page={page} space={space} isCurrent={page.pageId === currentId}>
              {children.length > 0 && (
                <button
                  type="button"
                  data-toggle={page.pageId}
                  aria-expanded={isExpanded}
                  aria-label={texts.space.children(page.title)}
                  tabIndex={-1}
                >
                  <Icon name="chevron" />
                </button>
              )}
            </Row>
            {isExpanded && <Branch nodes={children} space={space} currentId={currentId} isOpen={isOpen} />}
          </li>
        )
      })}
    </ul>
  )
})

interface RowProps {
  page: TreePage
  space: string
  isCurrent: boolean
  children: React.ReactNode
}

function Row({ page, space, isCurrent, children }: RowProps) {
  const { title, linkTitle, href, path, hidden, __typename } = page
  const name = linkTitle || title
  const mark = <PageMark of={page} />
  const isGroup = __typename === 'GroupPage'
  return (
    <div className={styles.row} data-group={isGroup} data-hidden={hidden === true}>
      <a
        href={href ?? addressOf(space, path ?? '')}
        aria-current={isCurrent ? 'page' : undefined}
        {...(href ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
      >
        {mark}
        <span className={styles.name} title={name}>
          <bdi>{name}</bdi>
        </span>
        {href && <Icon name="external" />}
        {hidden && (
          <span className={styles.hidden} title={texts.space.hidden}>
            <Icon name="eye-off" />
            <span className="visually-hidden">{texts.space.hidden}</span>
          </span>
        )}
      </a>
      {children}
    </div>
  )
}
