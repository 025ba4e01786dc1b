import { useNavigate } from '@tanstack/react-router'
import { MenuItem, MenuLine } from '../../../parts/MenuItem.tsx'
import { texts } from '../../../texts/index.ts'
import { importSearch } from '../import/ImportLayer.tsx'
import type { TreePage } from '../use-tree-pages.ts'
import { TreeMenu } from './TreeMenu.tsx'
import { canContain } from './tree-edits.ts'
import type { Arranging, TreeLayer } from './use-arranging.ts'
import type { TreeActions } from './use-tree-actions.ts'

interface RowMenuProps {
  page: TreePage
  opener: HTMLElement
  actions: TreeActions
  arranging: Arranging
  open: (layer: TreeLayer) => void
  onClose: () => void
}

/** What can be done with a page of the tree. */
export function RowMenu({ page, opener, actions, arranging, open, onClose }: RowMenuProps) {
  const navigate = useNavigate()
  const t = texts.arranging
  const isHidden = page.hidden === true
  return (
    <TreeMenu label={texts.tree.actions(page.linkTitle || page.title)} opener={opener} onClose={onClose}>
      <MenuItem keys="f2" run={() => open({ kind: 'rename', page })}>
        {t.rename}
      </MenuItem>
      {canContain(page) && (
        <MenuItem
          run={() => open({ kind: 'new', parent: page, target: { page: page.pageId, where: 'inside' } })}
        >
          {t.newBelow}
        </MenuItem>
      )}
      {page.__typename === 'DocumentPage' && (
        <MenuItem run={() => void navigate({ to: '.', search: importSearch(page.pageId) })}>
          {texts.imports.below}
        </MenuItem>
      )}
      <MenuItem run={() => void actions.duplicate(page)}>{t.duplicate}</MenuItem>
      <MenuLine />
      <MenuItem keys="alt+arrowup" run={() => actions.step(page, 'up')}>
        {t.up}
      </MenuItem>
      <MenuItem keys="alt+arrowdown" run={() => actions.step(page, 'down')}>
        {t.down}
      </MenuItem>
      <MenuItem keys="m" run={() => open({ kind: 'move', pages: [page] })}>
        {t.move}
      </MenuItem>
      <MenuItem keys="x" run={() => arranging.toggle(page)}>
        {arranging.selected.has(page.pageId) ? t.unselect : t.select}
      </MenuItem>
      <MenuLine />
      <MenuItem run={() => actions.hide([page], !isHidden)}>{isHidden ? t.show : t.hide}</MenuItem>
      <MenuItem keys="delete" isDanger run={() => actions.remove([page])}>
        {t.delete}
      </MenuItem>
    </TreeMenu>
  )
}
