import { eachInTurns, Turns } from '../../../platform/turns/turns.ts'
import { type Decision, pageConflict } from './decisions.ts'
import type { Conflict, ContentReader } from './types.ts'

export type Decisions = Map<string, Decision>

/**
 * Builds a valid tree from pages that were decided one by one: every parent exists, and there are no cycles.
 * Unchanged pages are read only if they are ancestors of a moved page.
 */
export async function settleTree(decisions: Decisions, primary: ContentReader): Promise<Conflict[]> {
  const tree = new Tree(decisions)
  // A single move cannot create a cycle, because each side is a tree.
  const mayCycle =
    [...decisions.values()].some(isMovedBy('primary')) && [...decisions.values()].some(isMovedBy('changed'))
  const turns = new Turns()
  for (;;) {
    await turns.pause()
    if (await tree.giveParents()) continue
    if (!mayCycle) break
    await tree.readWayUp(primary)
    await turns.pause()
    if (!tree.breakCycles()) break
  }
  return tree.conflicts
}

const isMovedBy =
  (side: 'primary' | 'changed') =>
  ({ base, [side]: version }: Decision): boolean =>
    base !== undefined && version !== undefined && base.parent !== version.parent

class Tree {
  readonly conflicts: Conflict[] = []
  readonly #decisions: Decisions
  /** The parents of unchanged pages. */
  readonly #parents = new Map<string, string | null>()

  constructor(decisions: Decisions) {
    this.#decisions = decisions
  }

  /** Moves pages whose parent is deleted. Returns whether there were any. */
  async giveParents(): Promise<boolean> {
    let isChanged = false
    await eachInTurns(this.#decisions.values(), (decision) => {
      const { record } = decision
      if (record?.parent == null) return
      // Groups can only be at the root.
      if (record.type === 'group') {
        decision.record = { ...record, parent: null }
        return
      }
      const parent = this.#decisions.get(record.parent)
      if (!parent || parent.record !== null) return
      isChanged = true
      if (parent.changed) {
        parent.record = parent.changed
        // A page that is kept despite its deletion is already a conflict, and its parents are kept with it.
        if (decision.primary || !decision.base) this.#tellMoveIntoDeleted(decision, parent.id)
      } else {
        decision.record = { ...record, parent: this.#nearestAbove(parent) }
        this.#tellMoveIntoDeleted(decision, parent.id)
      }
    })
    return isChanged
  }

  #tellMoveIntoDeleted(decision: Decision, parent: string): void {
    this.conflicts.push(pageConflict('move_into_deleted', decision, { field: 'parent', related: [parent] }))
  }

  /** The nearest existing ancestor of a deleted page in the primary content. */
  #nearestAbove(deleted: Decision): string | null {
    let at: Decision = deleted
    for (;;) {
      const parent: string | null = at.primary?.parent ?? null
      const next = parent === null ? undefined : this.#decisions.get(parent)
      if (!next || next.record !== null) return parent
      at = next
    }
  }

  /** Reads the parents of unchanged pages above changed ones, level by level. */
  async readWayUp(reader: ContentReader): Promise<void> {
    let wanted = [...this.#decisions.values()].map(({ record }) => record?.parent ?? null)
    for (;;) {
      const missing = new Set<string>()
      for (const id of wanted)
        if (id !== null && !this.#decisions.has(id) && !this.#parents.has(id)) missing.add(id)
      if (missing.size === 0) return
      const pages = await reader.pages([...missing])
      wanted = [...missing].map((id) => {
        const parent = pages.get(id)?.parent ?? null
        this.#parents.set(id, parent)
        return parent
      })
    }
  }

  /** Breaks cycles by leaving pages where the change request has them. Returns whether there were any. */
  breakCycles(): boolean {
    let isFound = false
    const done = new Set<string>()
    for (const start of this.#decisions.keys()) {
      const way: string[] = []
      const onWay = new Set<string>()
      let at: string | null = start
      while (at !== null && !done.has(at) && !onWay.has(at)) {
        way.push(at)
        onWay.add(at)
        at = this.#parentOf(at)
      }
      if (at !== null && onWay.has(at)) {
        this.#open(way.slice(way.indexOf(at)))
        isFound = true
      }
      for (const id of way) done.add(id)
    }
    return isFound
  }

  #open(cycle: readonly string[]): void {
    for (const id of cycle) {
      const decision = this.#decisions.get(id)
      const { record, changed } = decision ?? {}
      // The change request has no cycle, so at least one of its pages is moved by the primary content.
      if (!decision || !record || !changed || record.parent === changed.parent) continue
      decision.record = { ...record, parent: changed.parent }
      const related = cycle.filter((other) => other !== id)
      this.conflicts.push(pageConflict('cycle', decision, { field: 'parent', related }))
    }
  }

  #parentOf(id: string): string | null {
    const decision = this.#decisions.get(id)
    return (decision ? decision.record?.parent : this.#parents.get(id)) ?? null
  }
}
