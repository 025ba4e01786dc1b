import { reportSearch } from './insights.ts'
import { all, dialog, make, text } from './page.ts'

interface Passage {
  href?: string
  title?: string
  parts: { text: string; marked: boolean }[]
}

interface Answer {
  results: { title: string; href: string; path: string[]; passages: Passage[] }[]
  suggestions: string[]
}

interface Link {
  title: string
  href: string
}

const DELAY = 120
const MAX_RECENT = 5

/** The search dialog: results as they are typed, arrows to move, Enter to open, Escape to close. */
export function setUpSearch(): void {
  const opener = document.querySelector<HTMLElement>('[data-search]')
  const address = opener?.dataset.search
  if (!opener || !address) return
  const recent = new RecentPages(address).visit()
  let search: SearchDialog | undefined
  const open = (event: Event) => {
    event.preventDefault()
    search ??= new SearchDialog(address, recent)
    search.open()
  }
  opener.addEventListener('click', open)
  document.addEventListener('keydown', (event) => {
    const target = event.target instanceof HTMLElement ? event.target : null
    const isTyping = target?.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target?.tagName ?? '')
    const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    const isSlash = event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey
    if ((isShortcut || isSlash) && !document.querySelector('dialog[open]')) open(event)
  })
}

/** The pages that a reader has opened in this tab, newest first. */
class RecentPages {
  readonly #key: string

  constructor(address: string) {
    this.#key = `quire-recent ${address}`
  }

  read(): Link[] {
    try {
      return (JSON.parse(sessionStorage.getItem(this.#key) ?? '[]') as Link[]).slice(0, MAX_RECENT)
    } catch {
      return []
    }
  }

  /** Adds the page that is shown, and returns those before it. */
  visit(): Link[] {
    const title = document.querySelector('article h1')?.textContent
    const href = location.pathname
    const others = this.read().filter((page) => page.href !== href)
    try {
      if (title) sessionStorage.setItem(this.#key, JSON.stringify([{ title, href }, ...others]))
    } catch {
      // Without storage, the first pages of the navigation are offered.
    }
    return others
  }
}

class SearchDialog {
  readonly #address: string
  readonly #recent: readonly Link[]
  readonly #input = make('input', {
    type: 'search',
    role: 'combobox',
    'aria-label': text('searchSite'),
    'aria-autocomplete': 'list',
    'aria-controls': 'search:list',
    'aria-expanded': 'false',
    placeholder: text('searchSite'),
    maxlength: '200',
    autocomplete: 'off',
    spellcheck: 'false',
  })
  readonly #list = make('ul', {
    class: 'search-list',
    id: 'search:list',
    role: 'listbox',
    'aria-label': text('results'),
  })
  readonly #status = make('p', { class: 'search-status', role: 'status' })
  readonly #dialog = dialog('search-dialog', text('searchSite'), this.#input, this.#status, this.#list)
  #timer = 0
  #last = 0
  /** The query whose results are shown; null while it is not known. */
  #shown: string | null = null
  /** Whether the reader has pressed Enter before the answer. */
  #isWanted = false

  constructor(address: string, recent: readonly Link[]) {
    this.#address = address
    this.#recent = recent
    this.#input.addEventListener('input', () => {
      clearTimeout(this.#timer)
      this.#isWanted = false
      if (this.#query() !== this.#shown) this.#wait()
      this.#timer = window.setTimeout(() => this.#search(), DELAY)
    })
    this.#dialog.addEventListener('keydown', (event) => this.#key(event))
    const done = () => reportSearch(this.#shown ?? '', this.#list.childElementCount > 0)
    this.#list.addEventListener('click', done)
    this.#dialog.addEventListener('close', done)
    this.#offer()
  }

  open(): void {
    this.#dialog.showModal()
    this.#input.focus()
    this.#input.select()
  }

  #query(): string {
    return this.#input.value.trim()
  }

  /** Results of another query are not shown as those of this one. */
  #wait(): void {
    this.#shown = null
    this.#list.setAttribute('aria-busy', 'true')
    this.#status.textContent = text('searching')
  }

  async #search(): Promise<void> {
    const query = this.#query()
    if (query === this.#shown) return
    const number = ++this.#last
    if (query === '') return this.#offer()
    const url = new URL(this.#address, location.href)
    url.searchParams.set('q', query)
    let answer: Answer | undefined
    try {
      const response = await fetch(url, { headers: { accept: 'application/json' } })
      if (response.ok) answer = (await response.json()) as Answer
    } catch {
      // The message below is shown.
    }
    // A later search can be answered earlier.
    if (number !== this.#last) return
    this.#show(answer ?? { results: [], suggestions: [] }, query)
    if (!answer) this.#status.textContent = text('searchFailed')
    else if (this.#isWanted) this.#open()
    this.#isWanted = false
  }

  /** Before anything is typed: the pages that the reader was at, or the first ones of the navigation. */
  #offer(): void {
    const first = all<HTMLAnchorElement>('a.nav-link').map((link) => ({
      title: link.textContent ?? '',
      href: link.href,
    }))
    const pages = this.#recent.length > 0 ? this.#recent : first.slice(0, MAX_RECENT)
    this.#fill(pages.map(({ title, href }) => entry(href, 'result-page', make('strong', {}, title))))
    this.#shown = ''
    this.#status.textContent = text('searchHint')
  }

  #show({ results, suggestions }: Answer, query: string): void {
    const entries = results.flatMap(({ title, href, path, passages }) => {
      const trail = path.length > 0 ? [make('small', {}, path.join(' › '))] : []
      const page = entry(href, 'result-page', make('strong', {}, ...marked(title, query)), ...trail)
      const inner = passages.slice(0, 3).map((passage) => {
        const words = passage.parts.map((part) => (part.marked ? make('mark', {}, part.text) : part.text))
        const heading =
          passage.title && passage.title !== title ? [make('b', {}, ...marked(passage.title, query))] : []
        return entry(passage.href ?? href, 'result-passage', ...heading, make('span', {}, ...words))
      })
      return [page, ...inner]
    })
    this.#fill(entries)
    this.#shown = query
    this.#status.replaceChildren()
    if (entries.length > 0) {
      this.#status.textContent = text('results')
      return
    }
    this.#status.append(text('noResults', query))
    if (suggestions.length > 0) this.#status.append(' ', text('tryWords'), ' ', ...this.#words(suggestions))
  }

  /** A result that was marked stays so if it is among the new ones. */
  #fill(entries: readonly HTMLLIElement[]): void {
    const before = this.#links()[this.#active()]?.href
    this.#list.replaceChildren(...entries)
    this.#list.removeAttribute('aria-busy')
    this.#input.setAttribute('aria-expanded', String(entries.length > 0))
    for (const [at, link] of this.#links().entries()) link.id = `search:${at}`
    this.#activate(this.#links().findIndex(({ href }) => href === before))
  }

  #active(): number {
    return this.#links().findIndex((link) => link.getAttribute('aria-selected') === 'true')
  }

  #open(): void {
    this.#links()[Math.max(this.#active(), 0)]?.click()
  }

  #links(): HTMLAnchorElement[] {
    return [...this.#list.querySelectorAll('a')]
  }

  #words(words: readonly string[]): HTMLElement[] {
    return words.map((word) => {
      const button = make('button', { type: 'button', class: 'suggestion' }, word)
      button.addEventListener('click', () => {
        this.#input.value = word
        this.#input.focus()
        this.#wait()
        this.#search()
      })
      return button
    })
  }

  /** Marks a result. The focus stays in the field, so that a reader can go on typing. */
  #activate(at: number): void {
    const links = this.#links()
    for (const [index, link] of links.entries()) link.setAttribute('aria-selected', String(index === at))
    const active = links[at]
    if (active) {
      this.#input.setAttribute('aria-activedescendant', active.id)
      active.scrollIntoView({ block: 'nearest' })
    } else this.#input.removeAttribute('aria-activedescendant')
  }

  /** The arrows move between the results. Enter opens the marked one, or the first one of what was typed. */
  #key(event: KeyboardEvent): void {
    if (event.target !== this.#input) return
    const links = this.#links()
    const at = this.#active()
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (this.#shown === null || links.length === 0) return
      const next = event.key === 'ArrowDown' ? at + 1 : Math.max(at, 0) - 1
      this.#activate((next + links.length) % links.length)
    } else if (event.key === 'Escape') {
      // The browser would only empty the field.
      event.preventDefault()
      this.#dialog.close()
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (this.#query() !== '' && this.#query() !== this.#shown) {
        clearTimeout(this.#timer)
        this.#isWanted = true
        this.#search()
      } else if (at >= 0 || this.#query() !== '') this.#open()
    }
  }
}

/** A title with the words of the query marked. */
function marked(title: string, query: string): (Node | string)[] {
  const words = query
    .split(/\s+/)
    .map((word) => word.replaceAll(/[^\p{L}\p{N}]/gu, ''))
    .filter(Boolean)
  if (words.length === 0) return [title]
  const lower = title.toLowerCase()
  const parts: (Node | string)[] = []
  let end = 0
  for (let at = 0; at < title.length; at++) {
    const word = words.slice(0, 20).find((each) => lower.startsWith(each.toLowerCase(), at))
    if (!word) continue
    parts.push(title.slice(end, at), make('mark', {}, title.slice(at, at + word.length)))
    end = at + word.length
    at = end - 1
  }
  return [...parts, title.slice(end)]
}

function entry(href: string, classes: string, ...children: (Node | string)[]): HTMLLIElement {
  const link = make('a', { href, role: 'option', tabindex: '-1', 'aria-selected': 'false' }, ...children)
  return make('li', { class: classes, role: 'presentation' }, link)
}
