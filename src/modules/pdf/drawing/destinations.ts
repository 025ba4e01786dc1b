import type { Pen } from './pen.ts'

/**
 * The targets of links. Their names are numbers: the file sorts names alphabetically and PDF readers compare bytes,
 * and both orders are the same for digits.
 */
export class Destinations {
  #names = new Map<string, string>()
  #asked = new Map<string, Set<string>>()
  #drawn = new Set<string>()
  #defined = new Set<string>()

  /** The name to link to. A missing anchor links to the top of its page. */
  target(page: string, anchor?: string): string {
    const name = this.#name(page, anchor)
    if (anchor === undefined || this.#defined.has(name)) return name
    if (this.#drawn.has(page)) return this.#name(page)
    const asked = this.#asked.get(page) ?? new Set()
    this.#asked.set(page, asked.add(name))
    return name
  }

  /** The name of an anchor that is about to be drawn. */
  define(page: string, anchor: string): string {
    const name = this.#name(page, anchor)
    this.#defined.add(name)
    return name
  }

  /** Call this at the top of a page, after its anchors were laid out. */
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
