import type { BookFile, PagePosition } from './book-file.ts'

/**
 * The targets of links. Their names are numbers: the file sorts names alphabetically and PDF readers compare bytes,
 * and both orders are the same for digits. Only targets that a link has are written.
 */
export class Destinations {
  /** The names of targets by page and anchor. */
  #names = new Map<string, string>()
  /** The places of pages and anchors that were drawn. */
  #places = new Map<string, PagePosition>()

  /** The name to link to. Its place can be drawn later. */
  target(page: string, anchor?: string): string {
    const key = destinationKeyOf(page, anchor)
    const name = this.#names.get(key) ?? String(this.#names.size).padStart(8, '0')
    this.#names.set(key, name)
    return name
  }

  /** The first place of an anchor counts. */
  draw(place: PagePosition, page: string, anchor?: string): void {
    const key = destinationKeyOf(page, anchor)
    if (!this.#places.has(key)) this.#places.set(key, place)
  }

  /** Call this when all pages are drawn. A link to an anchor that does not exist leads to the top of its page. */
  writeTo(file: BookFile): void {
    for (const [key, name] of this.#names) {
      const place = this.#places.get(key) ?? this.#places.get(key.slice(0, key.indexOf('#') + 1))
      if (place) file.addDestination(name, place)
    }
  }
}

const destinationKeyOf = (page: string, anchor = '') => `${page}#${anchor}`
