import type { Pen } from './pen.ts'

/**
 * Places that links lead to. They have numbers for names: the file keeps names in the order of a language's
 * alphabet and readers look them up by bytes, and the two agree on digits.
 */
export class Destinations {
  #names = new Map<string, string>()
  #asked = new Map<string, Set<string>>()
  #drawn = new Set<string>()
  #defined = new Set<string>()

  /** The name to link to. An anchor that its page turns out not to have leads to the top of the page. */
  target(page: string, anchor?: string): string {
    const name = this.#name(page, anchor)
    if (anchor === undefined || this.#defined.has(name)) return name
    if (this.#drawn.has(page)) return this.#name(page)
    const asked = this.#asked.get(page) ?? new Set()
    this.#asked.set(page, asked.add(name))
    return name
  }

  /** The name of an anchor about to be drawn on its page. */
  define(page: string, anchor: string): string {
    const name = this.#name(page, anchor)
    this.#defined.add(name)
    return name
  }

  /** To be called at the top of a page, after its anchors were laid out. */
  open(page: string, pen: Pen): void {
    this.#drawn.add(page)
    pen.destination(this.#name(page), 0)
    for (const name of this.#asked.get(page) ?? []) if (!this.#defined.has(name)) pen.destination(name, 0)
    this.#asked.delete(page)
  }

  #name(page: string, anchor?: string): string {
    const key = JSON.stringify([page, anchor])
    const name = this.#names.get(key) ?? String(this.#names.size).padStart(8, '0')
    this.#names.set(key, name)
    return name
  }
}
