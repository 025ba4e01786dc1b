import { memo } from 'react'
import { Icon } from '../../parts/Icon.tsx'
import { PageMark } from '../../parts/PageMark.tsx'
import { texts } from '../../texts/index.ts'
import styles from './PageTree.module.css'
import { isGenerated, type TreeNode } from './tree.ts'
import type { TreePage } from './use-tree-pages.ts'

interface TreeBranchProps {
  nodes: readonly TreeNode[]
  addressOf: (path: string) => string
  currentId: string | undefined
  isOpen: (page: TreePage) => boolean
  selected: ReadonlySet<string>
  /** Whether the person can change the pages. */
  isArranged: boolean
}

/** Plain elements with one listener for all: a space can have 10,000 pages. */
export const TreeBranch = memo(function TreeBranch({ nodes, ...common }: TreeBranchProps) {
  const { addressOf, currentId, isOpen, selected, isArranged } = common
  return (
    <ul>
      {nodes.map(({ page, children }) => {
        const isExpanded = children.length > 0 && isOpen(page)
        return (
          <li key={page.pageId}>
            <Row
              page={page}
              address={addressOf(page.path ?? '')}
              isCurrent={page.pageId === currentId}
              isSelected={selected.has(page.pageId)}
            >
              {isArranged && !isGenerated(page) && (
                <button
                  type="button"
                  data-menu={page.pageId}
                  aria-haspopup="menu"
                  aria-label={texts.tree.actions(page.linkTitle || page.title)}
                >
                  <Icon name="more" />
                </button>
              )}
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
            {isExpanded && <TreeBranch nodes={children} {...common} />}
          </li>
        )
      })}
    </ul>
  )
})

interface RowProps {
  page: TreePage
  address: string
  isCurrent: boolean
  isSelected: boolean
  children: React.ReactNode
}

function Row({ page, address, isCurrent, isSelected, children }: RowProps) {
  const { title, linkTitle, href, hidden, __typename, pageId } = page
  const name = linkTitle || title
  const isGroup = __typename === 'GroupPage'
  return (
    <div
      className={styles.row}
      data-page={pageId}
      data-group={isGroup}
      data-hidden={hidden === true}
      data-selected={isSelected}
    >
      <a
        href={href ?? address}
        aria-current={isCurrent ? 'page' : undefined}
        {...(href ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
      >
        {isSelected ? <Icon name="check" /> : <PageMark of={page} />}
        <span className={styles.name} title={name}>
          <bdi>{name}</bdi>
        </span>
        {isSelected && <span className="visually-hidden">{texts.tree.selected}</span>}
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
