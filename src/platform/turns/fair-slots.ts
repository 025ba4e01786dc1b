interface FairSlotsOptions {
  /** The slots that one organization can hold at a time. */
  each: number
  /** The slots of all organizations together. By default half as many again, so that one organization never has all. */
  all?: number
  /** The number of requests of one organization that can wait, and of their bytes. Those of all: twice as many. */
  maxWaiting?: number
  maxWaitingBytes?: number
}

interface TakeOptions {
  /** Stops waiting. */
  signal?: AbortSignal | undefined
  /** The memory that is used while it waits. */
  bytes?: number | undefined
}

/** Frees a slot. Further calls have no effect. */
export type Release = () => void

/** Too many requests wait for a slot, of this organization or of all. */
export class SlotsFull extends Error {}

interface Waiting {
  bytes: number
  start: (release: Release) => void
  refuse: (error: unknown) => void
}

/** What an organization holds and waits for. */
interface Party {
  readonly id: string
  held: number
  bytes: number
  readonly waiting: Waiting[]
}

/** How much of everything all organizations can have together, compared with one of them. */
const ALL_SLOTS = 1.5
const ALL_WAITING = 2

/** The number of slots that all organizations share, if each can hold this many: always at least one more. */
export const slotsOfAll = (each: number): number => Math.ceil(each * ALL_SLOTS)

/**
 * Limits how much is done at the same time, for one organization and for all of them. Those that wait take turns by
 * organization, in the order of their requests within each; one that holds fewer slots comes first. So work of one
 * organization, however much and however long, delays that of another by one turn at most.
 */
export class FairSlots {
  readonly #options: Required<FairSlotsOptions>
  /** By organization, of those that hold or wait for a slot. */
  readonly #parties = new Map<string, Party>()
  /** Those that wait, in the order of their turns. */
  readonly #turns = new Set<Party>()
  #held = 0
  #waiting = 0
  #bytes = 0

  constructor(options: FairSlotsOptions) {
    const all = options.all ?? slotsOfAll(options.each)
    const none = Number.POSITIVE_INFINITY
    this.#options = { maxWaiting: none, maxWaitingBytes: none, ...options, all }
  }

  /** The function that frees the slot; undefined if the organization has to wait. */
  takeNow(organizationId: string): Release | undefined {
    const { each, all } = this.#options
    const party = this.#partyOf(organizationId)
    // While a slot is free, an organization waits only if it holds as many as it can.
    return this.#held < all && party.held < each ? this.#take(party) : undefined
  }

  /** Waits for a slot. Throws at once if too many wait. */
  take(organizationId: string, { signal, bytes = 0 }: TakeOptions = {}): Promise<Release> {
    signal?.throwIfAborted()
    const release = this.takeNow(organizationId)
    if (release) return Promise.resolve(release)
    const party = this.#partyOf(organizationId)
    this.#requireRoom(party, bytes)
    return new Promise((resolve, reject) => {
      const stopWaiting = () => signal?.removeEventListener('abort', leave)
      const waiting: Waiting = {
        bytes,
        start: (slot) => {
          stopWaiting()
          resolve(slot)
        },
        refuse: (error) => {
          stopWaiting()
          reject(error)
        },
      }
      const leave = () => {
        party.waiting.splice(party.waiting.indexOf(waiting), 1)
        this.#left(party, waiting)
        reject(signal?.reason)
      }
      this.#join(party, waiting)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  /** Rejects everything that waits. */
  refuseWaiting(error: unknown): void {
    for (const party of [...this.#turns]) {
      for (const waiting of party.waiting.splice(0)) {
        this.#left(party, waiting)
        waiting.refuse(error)
      }
    }
  }

  #partyOf(id: string): Party {
    return this.#parties.get(id) ?? { id, held: 0, bytes: 0, waiting: [] }
  }

  #requireRoom(party: Party, bytes: number): void {
    const { maxWaiting, maxWaitingBytes } = this.#options
    const isFull =
      party.waiting.length >= maxWaiting ||
      party.bytes + bytes > maxWaitingBytes ||
      this.#waiting >= maxWaiting * ALL_WAITING ||
      this.#bytes + bytes > maxWaitingBytes * ALL_WAITING
    if (isFull) throw new SlotsFull()
  }

  #join(party: Party, waiting: Waiting): void {
    this.#parties.set(party.id, party)
    this.#turns.add(party)
    party.waiting.push(waiting)
    party.bytes += waiting.bytes
    this.#waiting += 1
    this.#bytes += waiting.bytes
  }

  #left(party: Party, { bytes }: Waiting): void {
    party.bytes -= bytes
    this.#waiting -= 1
    this.#bytes -= bytes
    if (party.waiting.length === 0) this.#turns.delete(party)
    this.#forgetIdle(party)
  }

  #take(party: Party): Release {
    this.#parties.set(party.id, party)
    party.held += 1
    this.#held += 1
    let isFree = false
    return () => {
      if (isFree) return
      isFree = true
      party.held -= 1
      this.#held -= 1
      this.#forgetIdle(party)
      this.#startNext()
    }
  }

  #forgetIdle({ id, held, waiting }: Party): void {
    if (held === 0 && waiting.length === 0) this.#parties.delete(id)
  }

  /** Gives the slot that was freed to the organization whose turn it is. */
  #startNext(): void {
    let next: Party | undefined
    for (const party of this.#turns) if (party.held < (next?.held ?? this.#options.each)) next = party
    const waiting = next?.waiting.shift()
    if (!next || !waiting) return
    // The others come first now.
    this.#turns.delete(next)
    this.#turns.add(next)
    const slot = this.#take(next)
    this.#left(next, waiting)
    waiting.start(slot)
  }
}
