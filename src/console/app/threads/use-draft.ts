import { useCallback, useState } from 'react'
import { keepDraft, readDraft } from './drafts.ts'

/** A text that is being written, kept on this device with every key. */
export function useDraft(target: string, initial = ''): [string, (text: string) => void] {
  const [text, setText] = useState(() => readDraft(target) || initial)
  const change = useCallback(
    (next: string) => {
      setText(next)
      keepDraft(target, next === initial ? '' : next)
    },
    [target, initial],
  )
  return [text, change]
}
