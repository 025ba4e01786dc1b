import { eachInTurns } from '../../../platform/turns/turns.ts'
import { folderOf } from '../../revisions/index.ts'
import type { ContentReader } from '../three-way/types.ts'

interface Sought {
  page: string
  /** Only the earlier revision has it. */
  isGone: boolean
}

/** The positions of pages in the tree, for sorting. A deleted page keeps its position. */
export class TreePositions {
  readonly #readers: { before: ContentReader; after: ContentReader }
  readonly #parents = new Map<string, string | null>()
  readonly #indexes = new Map<string, number>()
  readonly #ways = new Map<string, number[]>()

  constructor(before: ContentReader, after: ContentReader) {
    this.#readers = { before, after }
  }

  /** Reads the ancestors of these pages, level by level. */
  async find(sought: readonly Sought[]): Promise<void> {
    let level = new Map(sought.map(({ page, isGone }) => [page, isGone]))
    while (level.size > 0) {
      const next = new Map<string, boolean>()
      for (const isGone of [false, true]) {
        const ids = [...level].flatMap(([id, gone]) =>
          gone === isGone && !this.#parents.has(id) ? [id] : [],
        )
        if (ids.length === 0) continue
        await this.#read(isGone, ids)
        const parents = new Set(ids.flatMap((id) => this.#parents.get(id) ?? []))
        const known = isGone && parents.size > 0 ? await this.#readers.after.pages([...parents]) : parents
        for (const id of parents) next.set(id, !known.has(id))
      }
      level = next
    }
    await eachInTurns(sought, ({ page }) => this.#ways.set(page, this.#wayTo(page)))
  }

  /** Negative if the first comes earlier in the tree: parents before children, siblings in order. */
  compare(one: string, other: string): number {
    const [left, right] = [this.#ways.get(one) ?? [], this.#ways.get(other) ?? []]
    for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
      const difference = (left[at] ?? 0) - (right[at] ?? 0)
      if (difference !== 0) return difference
    }
    return left.length - right.length || (one < other ? -1 : one > other ? 1 : 0)
  }

  async #read(isGone: boolean, ids: readonly string[]): Promise<void> {
    const reader = isGone ? this.#readers.before : this.#readers.after
    const pages = await reader.pages(ids)
    for (const id of ids) this.#parents.set(id, pages.get(id)?.parent ?? null)
    const wanted = [...new Set(ids.map((id) => folderOf(this.#parents.get(id) ?? null)))]
    const folders = await reader.folders(wanted)
    const current = isGone ? await this.#readers.after.folders(wanted) : folders
    const sought = new Set(ids)
    for (const [folder, { pages: siblings }] of folders) {
      const places = new Map((current.get(folder)?.pages ?? []).map(([id], place) => [id, place]))
      let left = -1
      for (const [place, [id]] of siblings.entries()) {
        left = places.get(id) ?? left
        // After the nearest preceding sibling that still exists, and before the next one.
        if (sought.has(id)) this.#indexes.set(id, isGone ? left + (place + 1) / (siblings.length + 2) : place)
      }
    }
  }

  #wayTo(page: string): number[] {
    const way: number[] = []
    // The path of a deleted page goes through two revisions. A page that was moved below itself in between must not
    // cause an endless loop.
    const seen = new Set<string>()
    for (let at: string | null = page; at !== null && !seen.has(at); at = this.#parents.get(at) ?? null) {
      seen.add(at)
      way.unshift(this.#indexes.get(at) ?? 0)
    }
    return way
  }
}
