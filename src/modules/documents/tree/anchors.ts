const wellFormed = /^[-a-z0-9.+_]{1,200}$/

/** The anchors of one document: lower case, URL-safe, unique. */
export class Anchors {
  #taken = new Set<string>()
  #nextNumber = new Map<string, number>()

  /** The anchor of a heading: the custom one if it is valid, otherwise one made from its text. */
  take(heading: string, own?: string): string {
    const isOwn = own !== undefined && wellFormed.test(own) && !this.#taken.has(own)
    const anchor = isOwn ? own : this.made(heading)
    this.#taken.add(anchor)
    return anchor
  }

  /** The anchor that the text of a heading results in. */
  made(heading: string): string {
    const base =
      heading
        .normalize('NFKD')
        .toLowerCase()
        .replace(/\p{M}+/gu, '')
        .replace(/[^a-z0-9.+_]+/g, '-')
        .replace(/^-|-$/g, '') || 'section'
    if (!this.#taken.has(base)) return base
    let number = this.#nextNumber.get(base) ?? 1
    while (this.#taken.has(`${base}-${number}`)) number += 1
    this.#nextNumber.set(base, number)
    return `${base}-${number}`
  }
}
