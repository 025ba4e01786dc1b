import { useCallback, useEffect, useRef, useState } from 'react'

const REST_MS = 400

/** The text for what is computed from it: it follows the typing after a short rest, so that typing stays fast. */
export function useLatestText(): [string | null, (text: string) => void] {
  const [text, setText] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const later = useCallback((next: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setText(next), REST_MS)
  }, [])
  return [text, later]
}
