import { Empty } from '../../parts/Empty.tsx'
import { texts } from '../../texts/index.ts'
import { useSpace } from '../space/space-context.ts'
import type { TreeNode } from '../space/tree.ts'
import { treeOf } from '../space/tree.ts'
import { PageList } from './PageList.tsx'
import type { ShownPage } from './use-shown-page.ts'

function nodeOf(nodes: readonly TreeNode[], pageId: string): TreeNode | undefined {
  for (const node of nodes) {
    const found = node.page.pageId === pageId ? node : nodeOf(node.children, pageId)
    if (found) return found
  }
  return undefined
}

/** A page without a text: a group, a link, or one whose pages are computed. */
export function OtherPage({ page }: { page: ShownPage }) {
  const { pages } = useSpace()
  const t = texts.page
  if (page.__typename === 'LinkPage') return <LinkTarget page={page} />
  const children = nodeOf(treeOf(pages), page.pageId)?.children.map((node) => node.page) ?? []
  if (children.length === 0) return <Empty>{t.emptyGroup}</Empty>
  return (
    <>
      {page.__typename === 'ComputedPage' && <p>{t.computed}</p>}
      <PageList pages={children} />
    </>
  )
}

function LinkTarget({ page: { href, target } }: { page: ShownPage }) {
  const t = texts.page
  const place =
    target?.__typename === 'PageReference'
      ? target.page
      : target?.__typename === 'SpaceReference'
        ? target.space
        : undefined
  const url = place?.urls.app ?? href
  if (!url) return <p>{t.noTarget}</p>
  return (
    <p>
      {t.linkTo}{' '}
      <a href={url} {...(place ? {} : { target: '_blank', rel: 'noopener noreferrer' })} dir="auto">
        {place?.title ?? url}
      </a>
    </p>
  )
}
