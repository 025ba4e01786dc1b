import { texts } from '../../../texts/index.ts'
import styles from './TreeSelection.module.css'
import type { Arranging, TreeLayer } from './use-arranging.ts'
import type { TreeActions } from './use-tree-actions.ts'

interface TreeSelectionProps {
  arranging: Arranging
  actions: TreeActions
  open: (layer: TreeLayer) => void
}

/** What can be done with the pages that are selected. */
export function TreeSelection({ arranging, actions, open }: TreeSelectionProps) {
  const { selected, selection, clear } = arranging
  if (selected.size === 0) return null
  const t = texts.arranging
  const areHidden = selection.every(({ hidden }) => hidden === true)
  const canGroup = selection.every(({ __typename }) => __typename !== 'GroupPage')
  const then = (run: () => void) => () => {
    run()
    clear()
  }
  return (
    <div className={styles.selection} role="toolbar" aria-label={t.selection}>
      <span className={styles.count}>{t.selectedCount(selected.size)}</span>
      <button type="button" className="button small" onClick={() => open({ kind: 'move', pages: selection })}>
        {t.move}
      </button>
      {canGroup && (
        <button
          type="button"
          className="button small"
          onClick={() => open({ kind: 'group', pages: selection })}
        >
          {t.group}
        </button>
      )}
      <button
        type="button"
        className="button small"
        onClick={then(() =>
          actions.hide(
            selection.filter(({ hidden }) => (hidden === true) === areHidden),
            !areHidden,
          ),
        )}
      >
        {areHidden ? t.showShort : t.hideShort}
      </button>
      <button type="button" className="button small danger" onClick={then(() => actions.remove(selection))}>
        {t.delete}
      </button>
      <button type="button" className="button small" onClick={clear}>
        {t.clear}
      </button>
    </div>
  )
}
