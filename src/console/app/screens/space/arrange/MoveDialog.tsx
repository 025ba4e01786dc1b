import { useDeferredValue, useId, useState } from 'react'
import { autofocus } from '../../../parts/autofocus.ts'
import { Dialog } from '../../../parts/Dialog.tsx'
import { PageMark } from '../../../parts/PageMark.tsx'
import { texts } from '../../../texts/index.ts'
import { ancestorsOf } from '../tree.ts'
import type { TreePage } from '../use-tree-pages.ts'
import styles from './PageDialog.module.css'
import { refusalOf } from './plan-edits.ts'
import { canContain, type Target } from './tree-edits.ts'

interface MoveDialogProps {
  pages: readonly TreePage[]
  moved: readonly TreePage[]
  onMove: (target: Target) => void
  onClose: () => void
}

const MAX_SHOWN = 50

/** Chooses the page below which pages are moved. It does with a search what dragging does, also in a tree of 10,000 pages. */
export function MoveDialog({ pages, moved, onMove, onClose }: MoveDialogProps) {
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim().toLowerCase())
  const id = useId()
  const t = texts.arranging
  const found = pages
    .filter(
      (page) => canContain(page) && `${page.linkTitle ?? ''} ${page.title}`.toLowerCase().includes(wanted),
    )
    .slice(0, MAX_SHOWN)
    .filter(({ pageId }) => refusalOf(pages, moved, { page: pageId, where: 'inside' }) === null)
  const choose = (target: Target) => {
    onClose()
    onMove(target)
  }
  return (
    <Dialog title={t.moveTitle(moved.length)} onClose={onClose}>
      <p className="muted">{t.moveHere}</p>
      <div className="field">
        <label htmlFor={id}>{t.moveSearch}</label>
        <input
          id={id}
          type="search"
          value={search}
          maxLength={100}
          ref={autofocus}
          onChange={({ target }) => setSearch(target.value)}
        />
      </div>
      <ul className={styles.pages}>
        {wanted === '' && (
          <li>
            <button type="button" onClick={() => choose(null)}>
              {t.moveTop}
            </button>
          </li>
        )}
        {found.map((page) => (
          <li key={page.pageId}>
            <button type="button" onClick={() => choose({ page: page.pageId, where: 'inside' })}>
              <PageMark of={page} />
              <bdi className={styles.name}>{page.linkTitle || page.title}</bdi>
              <bdi className={styles.above}>
                {ancestorsOf(pages, page.pageId)
                  .map(({ linkTitle, title }) => linkTitle || title)
                  .join(' / ')}
              </bdi>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && wanted !== '' && <p className="muted">{t.noMatch}</p>}
    </Dialog>
  )
}
