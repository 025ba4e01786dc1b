import { type DragEvent, useRef } from 'react'
import { isGenerated } from '../tree.ts'
import type { TreePage } from '../use-tree-pages.ts'
import { canContain, type Target } from './tree-edits.ts'
import { pageIdAt, rowOf } from './tree-rows.ts'

interface Drag {
  pages: readonly TreePage[]
  /** What is dragged with a page: the selection, if it is a part of it. */
  draggedWith: (page: TreePage) => readonly TreePage[]
  onMove: (pages: readonly TreePage[], target: Target) => void
}

/** The part of the height of a row at which something is dropped before or after it, instead of into it. */
const EDGE = 0.3

/**
 * Dragging with the events of the browser. Where it would be dropped is marked on the row itself: with thousands of pages,
 * rendering at each movement of the pointer would be slow.
 */
export function useTreeDrag({ pages, draggedWith, onMove }: Drag) {
  const dragged = useRef<readonly TreePage[]>([])
  const marked = useRef<HTMLElement>(null)
  const pageAt = (target: EventTarget | null) => {
    const id = pageIdAt(target)
    return id === undefined ? undefined : pages.find(({ pageId }) => pageId === id)
  }
  const mark = (row: HTMLElement | null, where?: string) => {
    if (marked.current && marked.current !== row) delete marked.current.dataset.drop
    marked.current = row
    if (row && where) row.dataset.drop = where
  }
  const targetOf = (event: DragEvent): NonNullable<Target> | null => {
    const page = pageAt(event.target)
    const row = page && rowOf(page.pageId)
    if (!page || !row || dragged.current.includes(page)) return null
    const { top, height } = row.getBoundingClientRect()
    const share = (event.clientY - top) / height
    if (!canContain(page)) return { page: page.pageId, where: share < 0.5 ? 'before' : 'after' }
    const where = share < EDGE ? 'before' : share > 1 - EDGE ? 'after' : 'inside'
    // Below the row of an open page is the place before the first page in it.
    const within =
      where === 'after' ? row.nextElementSibling?.querySelector<HTMLElement>('[data-page]') : null
    return within ? { page: within.dataset.page ?? '', where: 'before' } : { page: page.pageId, where }
  }
  return {
    onDragStart: (event: DragEvent) => {
      const page = pageAt(event.target)
      if (!page || isGenerated(page)) return
      dragged.current = draggedWith(page)
      event.dataTransfer.effectAllowed = 'move'
    },
    onDragOver: (event: DragEvent) => {
      if (dragged.current.length === 0) return
      const target = targetOf(event)
      mark(target && rowOf(target.page), target?.where)
      if (!target) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'move'
    },
    onDrop: (event: DragEvent) => {
      const target = targetOf(event)
      const moved = dragged.current
      dragged.current = []
      mark(null)
      if (!target || moved.length === 0) return
      event.preventDefault()
      onMove(moved, target)
    },
    onDragEnd: () => {
      dragged.current = []
      mark(null)
    },
  }
}
