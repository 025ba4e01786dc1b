import { all, dialog, onClick, text } from './page.ts'

const position = 'quire-nav'

/** Opens and closes branches of the table of contents. A closed branch is loaded when it is first opened. */
function setUpBranches(): void {
  onClick('.nav-toggle', async (button) => {
    const item = button.closest('li')
    if (!item) return
    const isOpen = button.getAttribute('aria-expanded') === 'true'
    const { branch } = button.dataset
    if (!isOpen && branch) {
      button.removeAttribute('data-branch')
      const response = await fetch(branch).catch(() => null)
      if (!response?.ok) {
        button.dataset.branch = branch
        return
      }
      const inside = document.createElement('div')
      inside.className = 'nav-branch'
      inside.innerHTML = await response.text()
      item.append(inside)
    }
    button.setAttribute('aria-expanded', String(!isOpen))
    const inside = item.querySelector<HTMLElement>(':scope > .nav-branch')
    if (inside) inside.hidden = isOpen
  })
}

/** The navigation keeps its place from page to page. */
function keepPlace(sidebar: HTMLElement): void {
  const current = sidebar.querySelector<HTMLElement>('[aria-current=page]')
  try {
    const before = Number(sessionStorage.getItem(position))
    if (before > 0) sidebar.scrollTop = before
    addEventListener('pagehide', () => sessionStorage.setItem(position, String(sidebar.scrollTop)))
  } catch {
    // Without storage it starts at the current page.
  }
  if (!current) return
  const [inner, outer] = [current.getBoundingClientRect(), sidebar.getBoundingClientRect()]
  if (inner.top < outer.top || inner.bottom > outer.bottom) {
    sidebar.scrollTop += inner.top - outer.top - outer.height / 3
  }
}

/** On narrow screens the navigation is a dialog. */
function setUpDrawer(sidebar: HTMLElement): void {
  let drawer: HTMLDialogElement | undefined
  onClick('.menu-button', (_, event) => {
    event.preventDefault()
    if (!drawer) {
      drawer = dialog('drawer', text('menu'))
      const place = document.createComment('')
      drawer.addEventListener('close', () => place.replaceWith(sidebar))
      drawer.addEventListener('open-drawer', () => {
        sidebar.replaceWith(place)
        drawer?.prepend(sidebar)
      })
    }
    drawer.dispatchEvent(new Event('open-drawer'))
    drawer.showModal()
    const first = sidebar.querySelector<HTMLElement>('[aria-current=page]') ?? sidebar.querySelector('a')
    first?.focus()
  })
  matchMedia('(min-width: 1024px)').addEventListener('change', () => drawer?.open && drawer.close())
}

/** Menus close with Escape, or when the focus or a click goes elsewhere. */
function setUpMenus(): void {
  const closeOthers = (target: EventTarget | null) => {
    for (const menu of all<HTMLDetailsElement>('details.menu[open]')) {
      if (!(target instanceof Node && menu.contains(target))) menu.open = false
    }
  }
  document.addEventListener('click', (event) => closeOthers(event.target))
  document.addEventListener('focusin', (event) => closeOthers(event.target))
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    const menu = document.activeElement?.closest<HTMLDetailsElement>('details.menu[open]')
    closeOthers(null)
    menu?.querySelector('summary')?.focus()
  })
}

/** Marks the heading of the outline that is being read: the last one above the text, and at the foot the last one. */
function setUpOutline(): void {
  const links = new Map(
    all<HTMLAnchorElement>('.outline a').map((link) => [decodeURIComponent(link.hash.slice(1)), link]),
  )
  const headings = [...links.keys()].flatMap((id) => document.getElementById(id) ?? [])
  const toggle = document.querySelector('.outline-toggle')
  if (headings.length === 0 || !toggle) return
  const root = document.documentElement
  // A heading near the foot cannot reach the top: it stays marked after a jump, until the reader scrolls.
  let target = decodeURIComponent(location.hash.slice(1))
  const mark = () => {
    const edge = Number.parseFloat(getComputedStyle(root).scrollPaddingTop) + 16
    const shown = headings.filter((heading) => heading.getClientRects().length > 0)
    const isAtFoot = scrollY + innerHeight >= root.scrollHeight - 2 && scrollY > 0
    const above = shown.filter((heading) => heading.getBoundingClientRect().top <= edge)
    const current = links.get(target) ?? links.get(((isAtFoot ? shown : above).at(-1) ?? shown[0])?.id ?? '')
    for (const link of links.values()) link.toggleAttribute('data-current', link === current)
  }
  const scrolled = () => {
    target = ''
  }
  for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
    addEventListener(type, scrolled, { passive: true })
  }
  addEventListener('scroll', () => requestAnimationFrame(mark), { passive: true })
  addEventListener('hashchange', () => {
    target = decodeURIComponent(location.hash.slice(1))
    mark()
  })
  const open = (isOpen: boolean) => toggle.setAttribute('aria-expanded', String(isOpen))
  onClick('.outline-toggle', () => open(toggle.getAttribute('aria-expanded') === 'false'))
  onClick('.outline a', () => open(false))
  mark()
}

/** A reader can close the announcement. It is shown again when it says something else. */
function setUpAnnouncement(): void {
  const root = document.documentElement
  onClick('.dismiss', () => {
    root.classList.add('dismissed')
    try {
      localStorage.setItem('quire-announcement', root.dataset.announcement ?? '')
    } catch {
      // It is then closed on this page.
    }
  })
}

/** Closed blocks are printed open. */
function setUpPrint(): void {
  let opened: HTMLDetailsElement[] = []
  addEventListener('beforeprint', () => {
    opened = all<HTMLDetailsElement>('.text details:not([open])')
    for (const block of opened) block.open = true
  })
  addEventListener('afterprint', () => {
    for (const block of opened) block.open = false
  })
}

/** Pages that a reader points at are loaded before the click. */
function setUpPrefetch(): void {
  const known = new Set<string>()
  document.addEventListener('pointerover', (event) => {
    const link =
      event.target instanceof Element
        ? event.target.closest<HTMLAnchorElement>('.nav-link[href], .step')
        : null
    if (!link || link.origin !== location.origin || known.has(link.href) || known.size > 30) return
    known.add(link.href)
    const hint = document.createElement('link')
    hint.rel = 'prefetch'
    hint.href = link.href
    document.head.append(hint)
  })
}

export function setUpNavigation(): void {
  setUpBranches()
  setUpMenus()
  setUpOutline()
  setUpAnnouncement()
  setUpPrint()
  setUpPrefetch()
  const sidebar = document.querySelector<HTMLElement>('.sidebar')
  if (!sidebar) return
  keepPlace(sidebar)
  setUpDrawer(sidebar)
}
