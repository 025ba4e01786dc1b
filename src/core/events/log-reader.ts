/** One part of the work of a follower. */
interface LogWork {
  /** The organizations to look at; null for all of them. */
  readonly organizationIds: string[] | null
  readonly signal: AbortSignal
}

interface LogReaderOptions {
  /** Handles the next events, and returns the organizations that have more: others come first. */
  readonly work: (options: LogWork) => Promise<string[]>
  readonly isReady: () => boolean
  readonly onError: (error: unknown) => void
}

/** Follows the event logs in the background: notified of every event, one run at a time. */
export class LogReader {
  readonly #options: LogReaderOptions
  readonly #stop = new AbortController()
  readonly #woken = new Set<string>()
  #all = true
  #looking: Promise<void> | undefined

  constructor(options: LogReaderOptions) {
    this.#options = options
  }

  /** An event was appended for this organization. */
  notify(organizationId: string): void {
    this.#woken.add(organizationId)
    this.#look()
  }

  /** An event may have been appended in any organization. */
  notifyAll(): void {
    this.#all = true
    this.#look()
  }

  async idle(): Promise<void> {
    while (this.#looking) await this.#looking
  }

  async close(): Promise<void> {
    this.#stop.abort()
    await this.idle()
  }

  #look(): void {
    const { work, isReady, onError } = this.#options
    if (this.#looking || this.#stop.signal.aborted || !isReady()) return
    const organizationIds = this.#all ? null : [...this.#woken]
    this.#all = false
    this.#woken.clear()
    this.#looking = work({ organizationIds, signal: this.#stop.signal })
      .then((more) => {
        for (const organizationId of more) this.#woken.add(organizationId)
      })
      .catch((error: unknown) => {
        // The next message or poll checks all organizations.
        this.#all = true
        onError(error)
        return 'failed' as const
      })
      .then((outcome) => {
        this.#looking = undefined
        if (outcome !== 'failed' && (this.#all || this.#woken.size > 0)) this.#look()
      })
  }
}
