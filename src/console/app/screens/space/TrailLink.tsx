import { useRouter } from '@tanstack/react-router'
import { openLink } from '../../parts/text-links.ts'
import { addressOf } from './addresses.ts'
import { useSpace } from './space-context.ts'
import type { TreePage } from './use-tree-pages.ts'

/** A link to a page above the one that is shown. */
export function TrailLink({ page }: { page: TreePage }) {
  const { id } = useSpace()
  const router = useRouter()
  return (
    <a href={addressOf(id, page.path ?? '')} dir="auto" onClick={(event) => openLink(router, event)}>
      {page.linkTitle || page.title}
    </a>
  )
}
