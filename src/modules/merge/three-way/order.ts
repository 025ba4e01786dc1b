import { Turns } from '../../../platform/turns/turns.ts'

/** The order of the pages of a folder on each side, and its pages after the merge. */
interface OrderInput {
  base: readonly string[]
  primary: readonly string[]
  changed: readonly string[]
  /** The pages of this folder after the merge, wherever they came from. */
  members: ReadonlySet<string>
}

/** Runs of pages, by the page that they follow. The empty id is the beginning. */
type Runs = Map<string, string[]>
const AT_START = ''

/**
 * Merges the order of siblings. Existing pages are ordered pair by pair: a side that swapped two pages wins. New
 * pages follow their nearest preceding existing page, as a run that stays together. Where both sides add after the
 * same page, the run that begins with the smaller id comes first. The result does not depend on which side is
 * which.
 */
export async function mergeOrder({ base, primary, changed, members }: OrderInput): Promise<string[]> {
  const one = primary.filter((id) => members.has(id))
  const other = changed.filter((id) => members.has(id))
  const stayed = stayedIn(base, one, other)
  const order = await stayedOrder(
    base.filter((id) => stayed.has(id)),
    one.filter((id) => stayed.has(id)),
    other.filter((id) => stayed.has(id)),
  )
  const [runs, otherRuns] = [runsOf(one, stayed), runsOf(other, stayed)]
  keepLater(order, runs, otherRuns)
  const merged = [AT_START, ...order].flatMap((id) => [
    id,
    ...mergeRuns(runs.get(id) ?? [], otherRuns.get(id) ?? []),
  ])
  const placed = new Set(merged)
  // Pages that neither side had here were placed here by the merge itself.
  const left = [...members].filter((id) => !placed.has(id)).sort()
  return [...merged.slice(1), ...left]
}

function stayedIn(...orders: readonly (readonly string[])[]): ReadonlySet<string> {
  const [first = [], ...others] = orders.map((order) => new Set(order))
  return new Set([...first].filter((id) => others.every((order) => order.has(id))))
}

function runsOf(ids: readonly string[], anchors: ReadonlySet<string>): Runs {
  const runs: Runs = new Map()
  let run: string[] = []
  runs.set(AT_START, run)
  for (const id of ids) {
    if (anchors.has(id)) {
      run = []
      runs.set(id, run)
    } else run.push(id)
  }
  return runs
}

/** A page that both sides placed here after different pages is kept after the later one. */
function keepLater(order: readonly string[], one: Runs, other: Runs): void {
  const places = new Map([AT_START, ...order].map((id, place) => [id, place]))
  const anchors = (runs: Runs) =>
    new Map([...runs].flatMap(([anchor, run]) => run.map((id) => [id, anchor] as const)))
  const inOther = anchors(other)
  const [gone, goneInOther] = [new Set<string>(), new Set<string>()]
  for (const [id, anchor] of anchors(one)) {
    const otherAnchor = inOther.get(id)
    if (otherAnchor === undefined || otherAnchor === anchor) continue
    const isLater = (places.get(anchor) ?? 0) > (places.get(otherAnchor) ?? 0)
    if (isLater) goneInOther.add(id)
    else gone.add(id)
  }
  for (const [runs, left] of [
    [one, gone],
    [other, goneInOther],
  ] as const) {
    for (const [anchor, run] of runs)
      runs.set(
        anchor,
        run.filter((id) => !left.has(id)),
      )
  }
}

/** Merges two runs after the same page. Pages in both keep them in step. */
function mergeRuns(one: readonly string[], other: readonly string[]): string[] {
  if (one.length === 0 || other.length === 0) return [...one, ...other]
  const shared = stayedIn(one, other)
  const steps = knot(shared, one, other)
  const [runs, otherRuns] = [runsOf(one, shared), runsOf(other, shared)]
  const between = (id: string) => [runs.get(id) ?? [], otherRuns.get(id) ?? []].sort(byFirst).flat()
  return [...between(AT_START), ...steps.flatMap((id) => [id, ...between(id)])]
}

const byFirst = ([one = '']: readonly string[], [other = '']: readonly string[]): number =>
  one < other ? -1 : one > other ? 1 : 0

async function stayedOrder(
  base: readonly string[],
  one: readonly string[],
  other: readonly string[],
): Promise<string[]> {
  const isSame = (order: readonly string[]) => order.every((id, place) => id === base[place])
  if (isSame(one)) return [...other]
  return isSame(other) ? [...one] : bothSorted(base, one, other)
}

/** Each pair of pages has two possible orders, so if the sides differ, exactly one has swapped it. */
async function bothSorted(
  base: readonly string[],
  one: readonly string[],
  other: readonly string[],
): Promise<string[]> {
  // Plain numbers, because a folder of ten thousand pages has fifty million pairs. Other requests run in between.
  const [inBase, inOther] = [placesOf(one, base), placesOf(one, other)]
  const before = new Int32Array(one.length)
  const turns = new Turns()
  for (let left = 0; left < one.length; left += 1) {
    if (turns.isOver()) await turns.next()
    for (let right = left + 1; right < one.length; right += 1) {
      // One side has this order. If the other has not, the side that differs from the base has swapped them.
      const isKept = at(inOther, left) < at(inOther, right) || at(inBase, left) > at(inBase, right)
      const later = isKept ? right : left
      before[later] = at(before, later) + 1
    }
  }
  const ranked = [...one.keys()].sort((left, right) => at(before, left) - at(before, right))
  const order: string[] = []
  let start = 0
  let pairs = 0
  for (const [count, place] of ranked.entries()) {
    pairs += at(before, place)
    // Pages up to this index come before all others exactly if only they precede each other.
    if (pairs !== (count * (count + 1)) / 2) continue
    const part = ranked.slice(start, count + 1)
    const sorted = (places: (each: number) => number) =>
      part.toSorted((left, right) => places(left) - places(right)).map((each) => one[each] ?? '')
    const own = sorted((each) => each)
    order.push(
      ...knot(
        new Set(own),
        own,
        sorted((each) => at(inOther, each)),
      ),
    )
    start = count + 1
  }
  return order
}

/** Pages whose pairs contradict each other: one side is taken, independent of which side is which. */
function knot(ids: ReadonlySet<string>, one: readonly string[], other: readonly string[]): string[] {
  if (ids.size === 1) return [...ids]
  const orders = [one, other].map((order) => order.filter((id) => ids.has(id)))
  orders.sort((left, right) => (left.join() < right.join() ? -1 : 1))
  return orders[0] ?? []
}

/** The index of each page in another order; -1 if it is missing. */
function placesOf(ids: readonly string[], order: readonly string[]): Int32Array {
  const places = new Map(order.map((id, place) => [id, place]))
  return Int32Array.from(ids, (id) => places.get(id) ?? -1)
}

const at = (numbers: Int32Array, place: number): number => numbers[place] ?? 0
