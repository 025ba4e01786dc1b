const GAP = 4
const EDGE = 8

/** Places a layer below the element that opened it, or above where there is more room, and inside the window. */
export function placeBeside(opener: Element, layer: HTMLElement): void {
  const at = opener.getBoundingClientRect()
  const below = innerHeight - at.bottom - GAP - EDGE
  const above = at.top - GAP - EDGE
  const { style } = layer
  const isBelow = below >= 240 || below >= above
  style.maxHeight = `${Math.max(isBelow ? below : above, 96)}px`
  style.top = isBelow ? `${at.bottom + GAP}px` : 'auto'
  style.bottom = isBelow ? 'auto' : `${innerHeight - at.top + GAP}px`
  // The edge that has more room to the other side of the window, so that the layer is never cut.
  const isAtStart = at.left + at.width / 2 < innerWidth / 2
  style.left = isAtStart ? `${Math.max(at.left, EDGE)}px` : 'auto'
  style.right = isAtStart ? 'auto' : `${Math.max(innerWidth - at.right, EDGE)}px`
}
