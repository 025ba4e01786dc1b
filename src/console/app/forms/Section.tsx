import { type ReactNode, useRef, useState } from 'react'
import { toast } from '../parts/toasts.ts'
import { rereadShown } from '../relay/use-screen-query.ts'
import { messageOf } from './message-of.ts'
import styles from './Settings.module.css'
import { TitledSection } from './TitledSection.tsx'

export interface SectionActions {
  /** Does something, and says what became of it, or calls back. */
  act: (work: () => Promise<unknown>, done: string | (() => void)) => void
  /** Says that a form has succeeded, closes it, and reads again what is shown. Without a text, the caller says it. */
  onDone: (text?: string) => void
}

interface SectionProps {
  title: string
  hint?: string
  children: (actions: SectionActions) => ReactNode
}

/** A part of the account. What fails is said in it, and does not hide the others. */
export function Section({ title, hint, children }: SectionProps) {
  const isBusy = useRef(false)
  const [problem, setProblem] = useState<string>()
  // Forms begin anew after each success.
  const [count, setCount] = useState(0)
  const onDone = (text?: string) => {
    setProblem(undefined)
    setCount((before) => before + 1)
    rereadShown()
    if (text !== undefined) toast(text)
  }
  const act: SectionActions['act'] = (work, done) => {
    if (isBusy.current) return
    isBusy.current = true
    setProblem(undefined)
    work()
      .then(
        () => {
          onDone(typeof done === 'string' ? done : undefined)
          if (typeof done !== 'string') done()
        },
        (error: unknown) => setProblem(messageOf(error)),
      )
      .finally(() => {
        isBusy.current = false
      })
  }
  return (
    <TitledSection title={title} hint={hint}>
      <div role="status">{problem !== undefined && <p className="message error">{problem}</p>}</div>
      <div key={count} className={styles.stack}>
        {children({ act, onDone })}
      </div>
    </TitledSection>
  )
}
