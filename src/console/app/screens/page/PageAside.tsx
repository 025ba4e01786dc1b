import { useEffect, useMemo, useRef } from 'react'
import { texts } from '../../texts/index.ts'
import { PageThreads } from '../../threads/PageThreads.tsx'
import { useSpace } from '../space/space-context.ts'
import { headingsOf } from './headings-of.ts'
import { Outline } from './Outline.tsx'
import styles from './PageAside.module.css'
import type { ShownPage } from './use-shown-page.ts'

/** What a comment is being written on: a block, or with an empty key the page. */
export interface Commented {
  key: string
}

interface PageAsideProps {
  page: ShownPage
  commented: Commented | null
  onCommented: () => void
}

/** Beside a page: its headings, and its open threads. */
export function PageAside({ page, commented, onCommented }: PageAsideProps) {
  const { id } = useSpace()
  const headings = useMemo(() => headingsOf(page.blocks), [page.blocks])
  const threads = useRef<HTMLElement>(null)
  useEffect(() => {
    if (commented) return focusField(threads.current, commented.key !== '')
  }, [commented])
  return (
    <>
      {page.layout?.outline !== false && headings.length > 0 && <Outline headings={headings} />}
      <section ref={threads} aria-label={texts.page.comments}>
        <h2 className={styles.title}>{texts.page.comments}</h2>
        <PageThreads
          spaceId={id}
          pageId={page.pageId}
          node={commented?.key || undefined}
          onDone={onCommented}
        />
      </section>
    </>
  )
}

/** Focuses the field for a comment as soon as it is there; the threads may still be on their way. */
function focusField(threads: HTMLElement | null, isOpen: boolean): (() => void) | undefined {
  const focus = (): boolean => {
    // A field for the page opens by its button.
    const fields = threads?.querySelectorAll<HTMLElement>(
      isOpen ? 'textarea' : 'textarea, :scope > div > button',
    )
    const field = [...(fields ?? [])].at(-1)
    field?.focus()
    if (field?.tagName === 'BUTTON') field.click()
    return field !== undefined
  }
  if (!threads || focus()) return undefined
  const observer = new MutationObserver(() => {
    if (focus()) observer.disconnect()
  })
  observer.observe(threads, { childList: true, subtree: true })
  return () => observer.disconnect()
}
