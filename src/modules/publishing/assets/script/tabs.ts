import { all, onClick } from './page.ts'

const key = 'quire-tab'
/** Only the tabs of texts. */
const TAB = '.tablist > [role=tab]'

function select(tab: HTMLElement): void {
  const list = tab.parentElement
  if (!list) return
  for (const other of all('[role=tab]', list)) {
    const isChosen = other === tab
    other.setAttribute('aria-selected', String(isChosen))
    other.tabIndex = isChosen ? 0 : -1
    const panel = document.getElementById(other.getAttribute('aria-controls') ?? '')
    panel?.classList.toggle('chosen', isChosen)
    panel?.classList.toggle('unchosen', !isChosen)
  }
}

/** Tabs with the same title follow each other: a reader who chooses Python wants it everywhere. */
function selectAll(tab: HTMLElement): void {
  const title = tab.textContent
  const top = tab.getBoundingClientRect().top
  for (const other of all(TAB)) if (other.textContent === title) select(other)
  // Panels above can have changed their height.
  scrollBy(0, tab.getBoundingClientRect().top - top)
  try {
    sessionStorage.setItem(key, title ?? '')
  } catch {
    // The choice then lasts for this page.
  }
}

export function setUpTabs(): void {
  onClick(TAB, (tab) => selectAll(tab))
  document.addEventListener('keydown', (event) => {
    const tab = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>(TAB) : null
    if (!tab?.parentElement) return
    const tabs = all('[role=tab]', tab.parentElement)
    const at = tabs.indexOf(tab)
    const step = document.documentElement.dir === 'rtl' ? -1 : 1
    const next: Record<string, number> = {
      ArrowRight: at + step,
      ArrowLeft: at - step,
      Home: 0,
      End: tabs.length - 1,
    }
    const wanted = next[event.key]
    if (wanted === undefined) return
    event.preventDefault()
    const target = tabs[(wanted + tabs.length) % tabs.length]
    if (!target) return
    selectAll(target)
    target.focus()
  })
  chooseAsBefore()
  addEventListener('hashchange', reveal)
  if (location.hash) reveal()
}

/** The tabs that the reader chose on another page. */
function chooseAsBefore(): void {
  try {
    const title = sessionStorage.getItem(key)
    for (const tab of all(TAB)) if (tab.textContent === title) select(tab)
  } catch {
    // Without storage, the first tabs are shown.
  }
}

/** Shows the target of the address: a link can lead into a panel or a block that is closed. */
export function reveal(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  for (let panel = target?.closest('.panel'); panel; panel = panel.parentElement?.closest('.panel')) {
    const tab = document.getElementById(panel.getAttribute('aria-labelledby') ?? '')
    if (tab) select(tab)
  }
  target?.closest('details')?.setAttribute('open', '')
  if (target?.closest('.panel')) target.scrollIntoView()
}
