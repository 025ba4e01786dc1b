import { type RefObject, useEffect, useState } from 'react'
import { useSpace } from '../screens/space/space-context.ts'
import { texts } from '../texts/index.ts'
import { doubtfulLines } from './doubts.ts'
import styles from './Editor.module.css'
import type { ModeHandle } from './mode.ts'

interface DoubtCountProps {
  text: string
  path: string
  handle: RefObject<ModeHandle | null>
}

/** How many things of a text are doubtful. Leads to the next one. */
export function DoubtCount({ text, path, handle }: DoubtCountProps) {
  const { pages, isComplete } = useSpace()
  const [lines, setLines] = useState<readonly number[]>([])
  useEffect(() => {
    // After the text is shown.
    const timer = setTimeout(() => setLines(doubtfulLines(text, { path, pages, isComplete })))
    return () => clearTimeout(timer)
  }, [text, path, pages, isComplete])
  if (lines.length === 0) return null
  const goOn = () => {
    const line = handle.current?.line() ?? 0
    handle.current?.focus(lines.find((each) => each > line) ?? lines[0])
  }
  const t = texts.editor
  return (
    <button type="button" className={styles.doubts} title={t.nextDoubt} onClick={goOn}>
      {t.doubtCount(lines.length)}
    </button>
  )
}
