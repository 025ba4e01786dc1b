import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { later } from '../../../frame/later.tsx'
import { useSearchParameters } from '../../../parameters.ts'
import { withTexts } from '../../../texts/index.ts'
import { useSpace } from '../space-context.ts'
import type { TreeContent } from '../tree-content.ts'
import { keptImports } from './kept-imports.ts'

const ImportDialog = later(() => withTexts(() => import('./ImportDialog.tsx'), 'importing'))

/** The address that opens the dialog: of the whole space, or below a page. */
export const importSearch = (pageId = ''): { import: string } => ({ import: pageId })

/** The dialog to import into the content of the tree, open while the address asks for it. */
export function ImportLayer({ content }: { content: TreeContent }) {
  const { import: wanted } = useSearchParameters()
  const { permissions } = useSpace()
  const navigate = useNavigate()
  const { spaceId } = content
  useEffect(() => {
    if (keptImports(spaceId).length === 0) return
    void withTexts(() => import('./import-jobs.ts'), 'importing').then(({ resumeImports }) =>
      resumeImports(spaceId),
    )
  }, [spaceId])
  if (wanted === undefined || !content.mayEdit) return null
  const parent = content.pages.find(({ pageId }) => pageId === wanted)
  const isMain = content.changeRequest === undefined && parent === undefined && !content.isLocked
  return createPortal(
    <ImportDialog
      content={content}
      parent={parent}
      mayUseGit={permissions.triggerGitSync && isMain}
      onClose={() => void navigate({ to: '.', search: {}, replace: true })}
    />,
    document.body,
  )
}
