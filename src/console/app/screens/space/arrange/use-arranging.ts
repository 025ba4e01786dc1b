import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { isGenerated } from '../tree.ts'
import type { TreePage } from '../use-tree-pages.ts'
import type { Step } from './plan-edits.ts'
import { type Target, topmost } from './tree-edits.ts'
import { pageIdAt, shownBetween } from './tree-rows.ts'
import type { TreeActions } from './use-tree-actions.ts'
import { useTreeDrag } from './use-tree-drag.ts'

/** What is open over the tree. */
export type TreeLayer =
  | { kind: 'menu'; page: TreePage; opener: HTMLElement }
  | { kind: 'new'; parent: TreePage | undefined; target: Target }
  | { kind: 'rename'; page: TreePage }
  | { kind: 'move' | 'group'; pages: readonly TreePage[] }

const NONE: ReadonlySet<string> = new Set()

/** Selecting, moving and changing pages in the tree, with the pointer and with keys. */
export function useArranging(actions: TreeActions, open: (layer: TreeLayer) => void) {
  const { pages } = actions
  const [chosen, setChosen] = useState(NONE)
  /** The page whose branch is opened, and which gets the focus back after it was moved. */
  const [revealed, setRevealed] = useState<{ pageId: string }>()
  const anchor = useRef<string>(undefined)
  const selection = topmost(pages, chosen)
  const selected =
    chosen.size === 0 ? NONE : new Set(pages.flatMap(({ pageId: id }) => (chosen.has(id) ? [id] : [])))
  const pageOf = (target: EventTarget | null): TreePage | undefined => {
    const id = pageIdAt(target)
    return pages.find((page) => page.pageId === id && !isGenerated(page))
  }
  const toggle = ({ pageId }: TreePage) => {
    anchor.current = pageId
    setChosen((before) => {
      const after = new Set(before)
      if (!after.delete(pageId)) after.add(pageId)
      return after
    })
  }
  const extend = (tree: Element, from: string, to: string) => {
    anchor.current ??= from
    const ids = shownBetween(tree, anchor.current, to)
    const known = new Set(pages.flatMap((page) => (isGenerated(page) ? [] : [page.pageId])))
    setChosen(new Set(ids.filter((id) => known.has(id))))
  }
  const clear = () => {
    anchor.current = undefined
    setChosen(NONE)
  }
  /** What a key at a page is about: the selection, if the page is a part of it. */
  const meant = (page: TreePage): readonly TreePage[] => (selected.has(page.pageId) ? selection : [page])

  const onClick = (event: MouseEvent<HTMLElement>): boolean => {
    const page = pageOf(event.target)
    if (!page) return false
    const opener = (event.target as Element).closest<HTMLElement>('[data-menu]')
    if (opener) open({ kind: 'menu', page, opener })
    else if (event.shiftKey) extend(event.currentTarget, anchor.current ?? page.pageId, page.pageId)
    else return false
    event.preventDefault()
    return true
  }

  const select = (event: KeyboardEvent<HTMLElement>, page: TreePage): boolean => {
    const { key, currentTarget: tree } = event
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return false
    const links = [...tree.querySelectorAll<HTMLElement>('[data-page] a')]
    const next = links[links.indexOf(event.target as HTMLElement) + (key === 'ArrowDown' ? 1 : -1)]
    const id = pageIdAt(next ?? null)
    if (!next || id === undefined) return true
    next.focus()
    extend(tree, page.pageId, id)
    return true
  }

  const onKey = (event: KeyboardEvent<HTMLElement>, page: TreePage): boolean => {
    if (event.altKey) {
      const step = stepOf(event)
      if (!step) return false
      actions.step(page, step)
      setRevealed({ pageId: page.pageId })
      return true
    }
    if (event.ctrlKey || event.metaKey) return false
    if (event.shiftKey) return event.key === 'F10' ? openMenu(page) : select(event, page)
    switch (event.key) {
      case 'ContextMenu':
        return openMenu(page)
      case 'F2':
        open({ kind: 'rename', page })
        return true
      case 'Delete':
        actions.remove(meant(page))
        clear()
        return true
      case 'x':
        toggle(page)
        return true
      case 'm':
        open({ kind: 'move', pages: meant(page) })
        return true
      case 'Escape':
        if (selected.size === 0) return false
        clear()
        return true
      default:
        return false
    }
  }

  const openMenu = (page: TreePage): boolean => {
    const opener = document.querySelector<HTMLElement>(`[data-menu="${CSS.escape(page.pageId)}"]`)
    if (opener) open({ kind: 'menu', page, opener })
    return true
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): boolean => {
    const page = event.target instanceof HTMLAnchorElement ? pageOf(event.target) : undefined
    if (!page || !onKey(event, page)) return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  const dragging = useTreeDrag({
    pages,
    draggedWith: meant,
    onMove: (moved, target) => {
      actions.move(moved, target)
      clear()
    },
  })
  return { selected, selection, revealed, toggle, clear, onClick, onKeyDown, dragging }
}

export type Arranging = ReturnType<typeof useArranging>

function stepOf({ key, currentTarget }: KeyboardEvent<HTMLElement>): Step | undefined {
  const isReversed = getComputedStyle(currentTarget).direction === 'rtl'
  const steps: Record<string, Step> = {
    ArrowUp: 'up',
    ArrowDown: 'down',
    ArrowRight: isReversed ? 'out' : 'in',
    ArrowLeft: isReversed ? 'in' : 'out',
  }
  return steps[key]
}
