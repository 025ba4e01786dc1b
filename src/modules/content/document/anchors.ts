/** Anchors of one document: lower case, URL-safe, unique. */
export class Anchors {
  #taken = new Set<string>()
  #nextNumber = new Map<string, number>()

  has(anchor: string): boolean {
    return this.#taken.has(anchor)
  }

  take(heading: string): string {
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
