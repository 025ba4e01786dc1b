import { slotsOfAll } from '../turns/fair-slots.ts'

/** Organizations from one id up to another, exclusively, that may start a job of a name. */
interface JobRange {
  name: string
  from: string
  to: string
}

/** A running job. */
export interface RunningJob {
  name: string
  organizationId: string
}

interface JobLimits {
  names: readonly string[]
  /** The number of jobs of one organization that run at the same time. */
  each: number
  /** Fewer for the jobs of a name. */
  eachOf: Readonly<Record<string, number>>
}

/** Ids are compared by their bytes: none is before the first, after the last, or between an id and `next` of it. */
const FIRST = ''
const LAST = '\u{10ffff}'
const next = (id: string): string => `${id}\u0001`

/**
 * Which jobs a node starts next. Names take turns, and within a name organizations, by their ids: after a job of one comes
 * the next one that has any. An organization that runs as many as it may is left out, and there is always room for others.
 */
export class JobTurns {
  readonly #limits: JobLimits
  /** The organization of the last job by name. The name of the last job is the last one. */
  readonly #last: Map<string, string>

  constructor(limits: JobLimits) {
    this.#limits = limits
    this.#last = new Map(limits.names.map((name) => [name, FIRST]))
  }

  /** In the order of their turns. None if this node runs as many jobs as it may. */
  ranges(running: readonly RunningJob[]): JobRange[] {
    const { each, eachOf } = this.#limits
    if (running.length >= slotsOfAll(each)) return []
    const busy = atLimit(running, each)
    return [...this.#last].flatMap(([name, last]) => {
      const most = eachOf[name] ?? each
      const alike = running.filter((job) => job.name === name)
      if (alike.length >= slotsOfAll(most)) return []
      const without = [...new Set([...busy, ...atLimit(alike, most)])].sort()
      const start = last === FIRST ? FIRST : next(last)
      return [...between(start, LAST, without), ...between(FIRST, start, without)].map(([from, to]) => ({
        name,
        from,
        to,
      }))
    })
  }

  started({ name, organizationId }: RunningJob): void {
    this.#last.delete(name)
    this.#last.set(name, organizationId)
  }
}

/** The organizations that run this many jobs. */
function atLimit(running: readonly RunningJob[], most: number): string[] {
  const counts = new Map<string, number>()
  for (const { organizationId: id } of running) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts].flatMap(([id, count]) => (count >= most ? [id] : []))
}

/** The ranges from one id to another around those that are left out. */
function between(from: string, to: string, without: readonly string[]): [string, string][] {
  const ranges: [string, string][] = []
  let start = from
  for (const id of without) {
    if (id < start || id >= to) continue
    if (start < id) ranges.push([start, id])
    start = next(id)
  }
  if (start < to) ranges.push([start, to])
  return ranges
}
