const OPEN = '[data-thread][data-status="OPEN"]'
/** Buttons that show what is not shown yet, where open threads are among it. */
const REVEAL = '[data-reveal]'
/** How long it may take until what a button shows is there. */
const PATIENCE_MS = 10_000

const openThreads = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>(OPEN)]

function show(thread: HTMLElement): void {
  thread.scrollIntoView({ block: 'center' })
  thread.focus({ preventScroll: true })
}

/** Shows what is hidden, and goes to the first open thread of it, or backwards to the last. */
function reveal(list: HTMLElement, button: HTMLElement, step: 1 | -1): void {
  const known = new Set(openThreads(list))
  const goTo = () => {
    const added = openThreads(list).filter((thread) => !known.has(thread))
    const thread = added.at(step === 1 ? 0 : -1)
    if (thread) {
      observer.disconnect()
      show(thread)
    }
  }
  // The threads can need their code, or an answer of the server.
  const observer = new MutationObserver(goTo)
  observer.observe(list, { childList: true, subtree: true })
  setTimeout(() => observer.disconnect(), PATIENCE_MS)
  button.click()
}

/** Moves to the next or the previous open thread, from where the focus is, around the end. */
export function goToThread(list: HTMLElement | null, step: 1 | -1): void {
  const stops = [...(list?.querySelectorAll<HTMLElement>(`${OPEN}, ${REVEAL}`) ?? [])]
  if (!list || stops.length === 0) return
  const current = document.activeElement
  const at = stops.findIndex((stop) => stop.contains(current))
  const from = at >= 0 ? at : nearest(stops, current, step)
  const next = stops[(from + step + stops.length) % stops.length]
  if (next?.matches(REVEAL)) reveal(list, next, step)
  else if (next) show(next)
}

/** The stop before the focus, or backwards the one after it; without a focus in the list, the end. */
function nearest(stops: readonly HTMLElement[], focused: Element | null, step: 1 | -1): number {
  const isPast = (stop: HTMLElement) =>
    focused !== null &&
    focused !== document.body &&
    (stop.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
  const after = stops.findIndex(isPast)
  if (step === 1) return (after < 0 ? stops.length : after) - 1
  return after < 0 ? stops.length : after
}
