import { toast } from '../parts/toasts.ts'
import { texts } from '../texts/index.ts'
import { messageOf } from './message-of.ts'

interface Act {
  /** Sends the change. */
  run: () => Promise<unknown>
  /** Sends the change back, for what can be undone. */
  undo?: (() => Promise<unknown>) | undefined
  /** What has happened then. */
  done: string
  /** Reads again what is shown. Called after the change, and after it was undone. */
  onChanged?: (() => unknown) | undefined
}

/** Does something at once, says what became of it, and offers to undo it. Fulfilled with whether it succeeded. */
export async function act({ run, undo, done, onChanged }: Act): Promise<boolean> {
  try {
    await run()
  } catch (error) {
    toast(messageOf(error))
    return false
  }
  onChanged?.()
  sayDone(done, undo, onChanged)
  return true
}

/** Says what has happened, and offers to undo it. */
export function sayDone(done: string, undo: Act['undo'], onChanged?: Act['onChanged']): void {
  toast(
    done,
    undo && {
      label: texts.forms.undo,
      run: () => void act({ run: undo, done: texts.forms.undone, onChanged }),
    },
  )
}
