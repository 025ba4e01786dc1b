import { DomainError } from '../errors.ts'
import { Room } from './room.ts'
import {
  decodeMessage,
  encodeSigns,
  type RoomState,
  type SignOfLife,
  type Whereabouts,
} from './sign-of-life.ts'

/** The channel on which nodes pass signs of life to each other. */
export const SIGN_CHANNEL = 'quire_signs'

/** A client is gone this long after its last sign of life. */
export const LIFETIME_MS = 30_000

export const SIGN_LIMITS = {
  /** Clients that a node knows of. */
  perNode: 20_000,
  /** Clients in one space. More are not shown. */
  perSpace: 200,
  /** Clients of one person in one space. */
  perPerson: 5,
  /** Signs of one person that a node accepts in a window. */
  signs: 20,
  windowMs: 10_000,
} as const

const SWEEP_MS = 1_000

interface Held {
  readonly sign: SignOfLife
  /** Since when the client is where it is, by the clock of this node. */
  readonly since: number
  readonly expiresAt: number
  /** Whether this node received it from the client, and passes it on to nodes that ask. */
  readonly isOwn: boolean
}

/** Who is present, as one node knows it: from its own clients and from messages of other nodes. Nothing is stored. */
export class SignsOfLife {
  readonly #now: () => number
  readonly #held = new Map<string, Held>()
  /** The keys of what is held, by space. */
  readonly #spaces = new Map<string, Set<string>>()
  readonly #rooms = new Map<string, Room>()
  readonly #windows = new Map<string, { startedAt: number; signs: number }>()
  #sweeping: NodeJS.Timeout | undefined
  #lastSentAt = 0

  constructor(now: () => Date) {
    this.#now = () => now().getTime()
  }

  /** The number of clients that this node knows of. */
  get size(): number {
    return this.#held.size
  }

  /** A sign of a client of this node, as a message to the others. Rejects people who send too many. */
  announce(sign: Omit<SignOfLife, 'sentAt'>): string[] {
    this.#requireFewSigns(sign.userId)
    // Two signs of one node never have the same time.
    this.#lastSentAt = Math.max(this.#now(), this.#lastSentAt + 1)
    const sent = { ...sign, sentAt: this.#lastSentAt }
    this.#receive(sent, 0, true)
    return encodeSigns([[sent, 0]])
  }

  /** A message of any node, also of this one. Returns the messages to answer with. */
  hear(message: string): string[] {
    const heard = decodeMessage(message)
    if (heard.isQuestion) return this.#ownSigns()
    for (const [sign, age] of heard.signs) this.#receive(sign, age, false)
    return []
  }

  /** Those who are present in a room, the longest first. */
  stateOf(spaceId: string, changeRequestId: string | null): RoomState {
    const now = this.#now()
    const present = [...(this.#spaces.get(spaceId) ?? [])].flatMap((key) => {
      const held = this.#held.get(key)
      if (!held || held.expiresAt <= now || held.sign.mode === null) return []
      if (changeRequestId !== null && held.sign.changeRequestId !== changeRequestId) return []
      return held
    })
    present.sort(
      (one, other) => one.since - other.since || (clientKey(one.sign) < clientKey(other.sign) ? -1 : 1),
    )
    const people = present.map(({ sign, since }) => ({ ...(sign as Whereabouts), since: new Date(since) }))
    return { spaceId, changeRequestId, people }
  }

  /** The followers of a space, or of one of its change requests. */
  room(spaceId: string, changeRequestId: string | null): Room {
    const key = changeRequestId ?? spaceId
    const known = this.#rooms.get(key)
    if (known) return known
    const room = new Room({
      state: () => this.stateOf(spaceId, changeRequestId),
      onEmpty: () => this.#rooms.delete(key),
    })
    this.#rooms.set(key, room)
    return room
  }

  /** Forgets those whose time is over. Called every second while anybody is present. */
  sweep(): void {
    const now = this.#now()
    for (const [key, held] of this.#held) {
      if (held.expiresAt > now) continue
      this.#forget(key, held)
      if (held.sign.mode !== null) this.#tell(held.sign)
    }
    for (const [userId, { startedAt }] of this.#windows) {
      if (startedAt + SIGN_LIMITS.windowMs <= now) this.#windows.delete(userId)
    }
    if (this.#held.size + this.#windows.size === 0) this.close()
  }

  close(): void {
    clearInterval(this.#sweeping)
    this.#sweeping = undefined
  }

  #receive(sign: SignOfLife, age: number, isOwn: boolean): void {
    const key = clientKey(sign)
    const before = this.#held.get(key)
    const now = this.#now()
    const isKnown = before !== undefined && before.expiresAt > now
    // What was heard before, or was overtaken by a later sign.
    if (isKnown && sign.sentAt <= before.sign.sentAt) return
    const expiresAt = now + LIFETIME_MS - age
    if (expiresAt <= now || (!isKnown && !this.#hasRoom(sign, now))) return
    const isSame = isKnown && isSamePlace(before.sign, sign)
    this.#held.set(key, { sign, since: isSame ? before.since : now - age, expiresAt, isOwn })
    const inSpace = this.#spaces.get(sign.spaceId) ?? new Set()
    this.#spaces.set(sign.spaceId, inSpace.add(key))
    this.#sweeping ??= setInterval(() => this.sweep(), SWEEP_MS).unref()
    if (isSame) return
    this.#tell(sign, before?.sign.changeRequestId)
  }

  /** Whether another client can be held. Those beyond the limits are not shown. */
  #hasRoom({ spaceId, userId, client }: SignOfLife, now: number): boolean {
    const inSpace = this.#spaces.get(spaceId) ?? new Set()
    if (this.#held.size >= SIGN_LIMITS.perNode || inSpace.size >= SIGN_LIMITS.perSpace) {
      this.sweep()
      if (this.#held.size >= SIGN_LIMITS.perNode || inSpace.size >= SIGN_LIMITS.perSpace) return false
    }
    const others = [...inSpace].filter((key) => {
      const held = this.#held.get(key)
      return held && held.expiresAt > now && held.sign.userId === userId && held.sign.client !== client
    })
    return others.length < SIGN_LIMITS.perPerson
  }

  #forget(key: string, { sign }: Held): void {
    this.#held.delete(key)
    const inSpace = this.#spaces.get(sign.spaceId)
    inSpace?.delete(key)
    if (inSpace?.size === 0) this.#spaces.delete(sign.spaceId)
  }

  /** Tells the followers of the space, of the change request, and of the one that the client has left. */
  #tell({ spaceId, changeRequestId }: SignOfLife, formerId: string | null = null): void {
    for (const key of new Set([spaceId, changeRequestId, formerId])) {
      if (key !== null) this.#rooms.get(key)?.changed()
    }
  }

  #ownSigns(): string[] {
    const now = this.#now()
    const own = [...this.#held.values()].filter(({ isOwn, expiresAt }) => isOwn && expiresAt > now)
    return encodeSigns(own.map(({ sign, expiresAt }) => [sign, LIFETIME_MS - (expiresAt - now)] as const))
  }

  #requireFewSigns(userId: string): void {
    const now = this.#now()
    const { signs, windowMs } = SIGN_LIMITS
    const known = this.#windows.get(userId)
    const window = known && known.startedAt + windowMs > now ? known : { startedAt: now, signs: 0 }
    if (window.signs >= signs) {
      throw new DomainError(
        'rate_limited',
        `You announced where you are ${signs} times in ${windowMs / 1000} seconds. Announce it when it changes, and every 10 to 20 seconds.`,
      )
    }
    window.signs += 1
    this.#windows.set(userId, window)
    this.#sweeping ??= setInterval(() => this.sweep(), SWEEP_MS).unref()
  }
}

const clientKey = ({ spaceId, userId, client }: SignOfLife): string => `${spaceId}/${userId}/${client}`

const isSamePlace = (one: SignOfLife, other: SignOfLife): boolean =>
  one.changeRequestId === other.changeRequestId && one.pageId === other.pageId && one.mode === other.mode
