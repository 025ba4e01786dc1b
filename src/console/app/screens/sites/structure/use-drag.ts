import { type DragEvent, useState } from 'react'
import { type Item, type Place, placeAt } from './structure-items.ts'

/** Rows that are dragged next to others. */
export function useDrag(items: readonly Item[], move: (item: Item, to: Place) => void) {
  const [dragged, setDragged] = useState<string>()
  const [over, setOver] = useState<{ id: string; isAfter: boolean }>()
  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  const placeFor = (event: DragEvent<HTMLElement>, target: Item) => {
    const item = items.find(({ id }) => id === dragged)
    const { top, height } = event.currentTarget.getBoundingClientRect()
    const isAfter = event.clientY > top + height / 2
    return { item, isAfter, place: item && placeAt(item, target, isAfter) }
  }
  return {
    rowProps: (target: Item) => ({
      draggable: true,
      'data-drop': over?.id === target.id ? (over.isAfter ? 'after' : 'before') : undefined,
      onDragStart: (event: DragEvent<HTMLElement>) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', target.title)
        setDragged(target.id)
      },
      onDragEnd: end,
      onDragOver: (event: DragEvent<HTMLElement>) => {
        const { place, isAfter } = placeFor(event, target)
        if (!place) return
        event.preventDefault()
        if (over?.id !== target.id || over.isAfter !== isAfter) setOver({ id: target.id, isAfter })
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        const { item, place } = placeFor(event, target)
        end()
        if (!item || !place) return
        event.preventDefault()
        move(item, place)
      },
    }),
  }
}
