import { dialog, make, text } from './page.ts'

interface Passage {
  href?: string
  title?: string
  parts: { text: string; marked: boolean }[]
}

interface Answer {
  results: { title: string; href: string; path: string[]; passages: Passage[] }[]
  suggestions: string[]
}

const DELAY = 120

/** The search dialog: results as they are typed, arrows to move, Enter to open, Escape to close. */
export function setUpSearch(): void {
  const opener = document.querySelector<HTMLElement>('[data-search]')
  const address = opener?.dataset.search
  if (!opener || !address) return
  let search: SearchDialog | undefined
  const open = (event: Event) => {
    event.preventDefault()
    search ??= new SearchDialog(address)
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

class SearchDialog {
  readonly #address: string
  readonly #input = make('input', {
    type: 'search',
    'aria-label': text('searchSite'),
    placeholder: text('searchSite'),
    maxlength: '200',
    autocomplete: 'off',
    spellcheck: 'false',
  })
  readonly #list = make('ul', { class: 'search-list', 'aria-label': text('results') })
  readonly #status = make('p', { class: 'search-status', role: 'status' })
  readonly #dialog = dialog('search-dialog', text('searchSite'), this.#input, this.#status, this.#list)
  #timer = 0
  #last = 0

  constructor(address: string) {
    this.#address = address
    this.#input.addEventListener('input', () => {
      clearTimeout(this.#timer)
      this.#timer = window.setTimeout(() => this.#search(), DELAY)
    })
    this.#dialog.addEventListener('keydown', (event) => this.#key(event))
    this.#status.textContent = text('searchHint')
  }

  open(): void {
    this.#dialog.showModal()
    this.#input.focus()
    this.#input.select()
  }

  async #search(): Promise<void> {
    const query = this.#input.value.trim()
    const number = ++this.#last
    if (query === '') {
      this.#show({ results: [], suggestions: [] }, '')
      return
    }
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
    if (answer) this.#show(answer, query)
    else {
      this.#fill([])
      this.#status.textContent = text('searchFailed')
    }
  }

  #show({ results, suggestions }: Answer, query: string): void {
    const entries = results.flatMap(({ title, href, path, passages }) => {
      const trail = path.length > 0 ? [make('small', {}, path.join(' › '))] : []
      const page = entry(href, 'result-page', make('strong', {}, title), ...trail)
      const inner = passages.slice(0, 3).map((passage) => {
        const words = passage.parts.map((part) => (part.marked ? make('mark', {}, part.text) : part.text))
        const heading = passage.title && passage.title !== title ? [make('b', {}, passage.title)] : []
        return entry(passage.href ?? href, 'result-passage', ...heading, make('span', {}, ...words))
      })
      return [page, ...inner]
    })
    this.#fill(entries)
    this.#status.replaceChildren()
    if (query === '') this.#status.textContent = text('searchHint')
    else if (entries.length === 0) {
      this.#status.append(text('noResults', query))
      if (suggestions.length > 0) this.#status.append(' ', text('tryWords'), ' ', ...this.#words(suggestions))
    } else this.#status.textContent = text('results')
  }

  /** Results can arrive while one is focused: the focus stays on the same one, or goes back to the field. */
  #fill(entries: readonly HTMLLIElement[]): void {
    const active = document.activeElement
    const focused = active && this.#list.contains(active) ? active.getAttribute('href') : null
    this.#list.replaceChildren(...entries)
    if (focused === null) return
    const same = [...this.#list.querySelectorAll('a')].find((link) => link.getAttribute('href') === focused)
    ;(same ?? this.#input).focus()
  }

  #words(words: readonly string[]): HTMLElement[] {
    return words.map((word) => {
      const button = make('button', { type: 'button', class: 'suggestion' }, word)
      button.addEventListener('click', () => {
        this.#input.value = word
        this.#input.focus()
        this.#search()
      })
      return button
    })
  }

  /** The arrows move between the field and the results. Enter in the field opens the first result. */
  #key(event: KeyboardEvent): void {
    const links = [...this.#list.querySelectorAll('a')]
    const stops: HTMLElement[] = [this.#input, ...links]
    const at = stops.indexOf(document.activeElement as HTMLElement)
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const next = Math.max(at, 0) + (event.key === 'ArrowDown' ? 1 : -1)
      stops[(next + stops.length) % stops.length]?.focus()
    } else if (event.key === 'Enter' && event.target === this.#input) {
      event.preventDefault()
      links[0]?.click()
    }
  }
}

function entry(href: string, classes: string, ...children: (Node | string)[]): HTMLLIElement {
  return make('li', { class: classes }, make('a', { href }, ...children))
}
