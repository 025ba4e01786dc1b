import { useEffect, useMemo, useRef } from 'react'
import { texts } from '../../texts/index.ts'
import { PageThreads } from '../../threads/PageThreads.tsx'
import { useSpace } from '../space/space-context.ts'
import { Outline } from './Outline.tsx'
import { headingsOf } from './outline.ts'
import styles from './PageAside.module.css'
import type { ShownPage } from './use-shown-page.ts'

interface PageAsideProps {
  page: ShownPage
  /** The key of the block that a comment is written on; empty for the page. Null if none is. */
  commented: string | null
  onCommented: () => void
}

/** Beside a page: its headings, and its open threads. */
export function PageAside({ page, commented }: PageAsideProps) {
  const { id } = useSpace()
  const headings = useMemo(() => headingsOf(page.blocks), [page.blocks])
  const threads = useRef<HTMLElement>(null)
  useEffect(() => {
    if (commented === null) return
    threads.current?.scrollIntoView({ block: 'nearest' })
    threads.current?.querySelector<HTMLElement>('textarea, [contenteditable=true], button')?.focus()
  }, [commented])
  return (
    <>
      {page.layout?.outline !== false && headings.length > 0 && <Outline headings={headings} />}
      <section ref={threads} aria-label={texts.page.comments}>
        <h2 className={styles.title}>{texts.page.comments}</h2>
        <PageThreads spaceId={id} pageId={page.pageId} node={commented || undefined} />
      </section>
    </>
  )
}
