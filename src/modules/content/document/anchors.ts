const wellFormed = /^[-a-z0-9.+_]{1,200}$/

/** Anchors of one document: lower case, URL-safe, unique. */
export class Anchors {
  #taken = new Set<string>()
  #nextNumber = new Map<string, number>()

  /** The anchor of a heading: the writer's own if it has one that serves, or else one made of its words. */
  take(heading: string, own?: string): string {
    if (own !== undefined && wellFormed.test(own) && !this.#taken.has(own)) {
      this.#taken.add(own)
      return own
    }
    const base =
      heading
        .normalize('NFKD')
        .toLowerCase()
        .replace(/\p{M}+/gu, '')
        .replace(/[^a-z0-9.+_]+/g, '-')
        .replace(/^-|-$/g, '') || 'section'
    let anchor = base
    let number = this.#nextNumber.get(base) ?? 1
    while (this.#taken.has(anchor)) anchor = `${base}-${number++}`
    this.#nextNumber.set(base, number)
    this.#taken.add(anchor)
    return anchor
  }
}
