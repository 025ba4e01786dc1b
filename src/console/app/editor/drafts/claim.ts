import type { DraftKey } from './database.ts'

interface Message {
  kind: 'claim' | 'yielded'
  key: string
}

/** How long a tab waits for another one that has the page open. One that does not answer is gone or asleep. */
const PATIENCE_MS = 500

export interface Claim {
  /** Whether another tab of this browser had the page open for editing. It has stopped. */
  hadOther: boolean
  release: () => void
}

/** Holds the lock of a name until the returned function is called. Null if somebody else holds it. */
function lock(name: string, options: LockOptions): Promise<(() => void) | null> {
  return new Promise((resolve) => {
    navigator.locks
      .request(name, options, (held) => {
        if (!held) return resolve(null)
        return new Promise<void>((release) => resolve(release))
      })
      // Stolen by the tab that goes on, which has said so.
      .catch(() => {})
  })
}

/**
 * Makes this tab the only one that edits a text. Another one stops after it has written its draft, and is told by
 * `onTaken` that somebody goes on elsewhere.
 */
export async function claim(key: DraftKey, onTaken: () => Promise<void>): Promise<Claim> {
  const name = `quire-editor ${key.join(' ')}`
  const channel = new BroadcastChannel('quire-editor')
  const tell = (kind: Message['kind']) => channel.postMessage({ kind, key: name } satisfies Message)
  let unlock = await lock(name, { ifAvailable: true })
  const hadOther = unlock === null
  if (unlock === null) {
    const yielded = new Promise<void>((resolve) => {
      channel.onmessage = ({ data }: MessageEvent<Message>) => {
        if (data.kind === 'yielded' && data.key === name) resolve()
      }
      setTimeout(resolve, PATIENCE_MS)
    })
    tell('claim')
    await yielded
    unlock = await lock(name, { steal: true })
  }
  const release = () => {
    channel.close()
    unlock?.()
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind !== 'claim' || data.key !== name) return
    void onTaken().then(() => {
      tell('yielded')
      release()
    })
  }
  return { hadOther, release }
}
