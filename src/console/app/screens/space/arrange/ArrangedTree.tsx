import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useKeys } from '../../../frame/keys.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Menu } from '../../../parts/Menu.tsx'
import { MenuItem } from '../../../parts/MenuItem.tsx'
import { texts } from '../../../texts/index.ts'
import { ImportLayer, importSearch } from '../import/ImportLayer.tsx'
import { PageTree } from '../PageTree.tsx'
import { ancestorsOf } from '../tree.ts'
import type { TreeContent } from '../tree-content.ts'
import type { TreePage } from '../use-tree-pages.ts'
import styles from './ArrangedTree.module.css'
import { GroupDialog } from './GroupDialog.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { NewPageDialog } from './NewPageDialog.tsx'
import { RenameDialog } from './RenameDialog.tsx'
import { RowMenu } from './RowMenu.tsx'
import { TreeSelection } from './TreeSelection.tsx'
import { type Arranging, type TreeLayer, useArranging } from './use-arranging.ts'
import { type TreeActions, useTreeActions } from './use-tree-actions.ts'

interface ArrangedTreeProps {
  content: TreeContent
  current: TreePage | undefined
  title: string
}

/** The tree of somebody who can change the pages: adding, renaming, moving, hiding and deleting, one or many at once. */
export default function ArrangedTree({ content, current, title }: ArrangedTreeProps) {
  const actions = useTreeActions(content, current)
  const [layer, setLayer] = useState<TreeLayer | null>(null)
  const arranging = useArranging(actions, setLayer)
  const { pages } = actions
  const navigate = useNavigate()
  const t = texts.arranging
  const add = () =>
    setLayer({
      kind: 'new',
      parent: current && ancestorsOf(pages, current.pageId).at(-1),
      target: current ? { page: current.pageId, where: 'after' } : null,
    })
  // Where a screen has threads, the key moves between them.
  useKeys({ n: { label: t.newPage, run: add } }, 'frame')
  return (
    <>
      <div className={styles.head}>
        <h2>{title}</h2>
        <Menu label={t.add} button={<Icon name="plus" />} className="icon-button">
          <MenuItem keys="n" run={add}>
            {t.newPage}
          </MenuItem>
          <MenuItem run={() => void navigate({ to: '.', search: importSearch() })}>
            {texts.imports.action}
          </MenuItem>
        </Menu>
      </div>
      {pages.length === 0 ? (
        <p className={styles.none}>{texts.space.noPages}</p>
      ) : (
        <PageTree
          space={content.spaceId}
          pages={pages}
          current={current}
          addressOf={content.addressOf}
          arranging={arranging}
        />
      )}
      <ImportLayer content={content} />
      <TreeSelection arranging={arranging} actions={actions} open={setLayer} />
      {layer && (
        <Layer
          layer={layer}
          actions={actions}
          arranging={arranging}
          open={setLayer}
          // A dialog that a menu opens replaces the menu, which closes after that.
          onClose={() => setLayer((shown) => (shown === layer ? null : shown))}
        />
      )}
    </>
  )
}

interface LayerProps {
  layer: TreeLayer
  actions: TreeActions
  arranging: Arranging
  open: (layer: TreeLayer) => void
  onClose: () => void
}

function Layer({ layer, ...props }: LayerProps) {
  if (layer.kind === 'menu') return <RowMenu {...layer} {...props} />
  // Outside of the left column, which is hidden in a narrow window.
  return createPortal(<LayerDialog layer={layer} {...props} />, document.body)
}

function LayerDialog({ layer, actions, arranging, onClose }: LayerProps) {
  switch (layer.kind) {
    case 'menu':
      return null
    case 'new':
      return (
        <NewPageDialog
          parent={layer.parent}
          onCreate={(page) => void actions.insert(page, layer.target)}
          onClose={onClose}
        />
      )
    case 'rename':
      return (
        <RenameDialog
          page={layer.page}
          onRename={(fields) => actions.rename(layer.page, fields)}
          onClose={onClose}
        />
      )
    case 'move':
      return (
        <MoveDialog
          pages={actions.pages}
          moved={layer.pages}
          onMove={(target) => {
            actions.move(layer.pages, target)
            arranging.clear()
          }}
          onClose={onClose}
        />
      )
    case 'group':
      return (
        <GroupDialog
          onGroup={(name) => {
            actions.group(layer.pages, name)
            arranging.clear()
          }}
          onClose={onClose}
        />
      )
  }
}
