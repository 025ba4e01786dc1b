import { useEffect, useState } from 'react'
import { texts } from '../../texts/index.ts'
import type { Heading } from './headings-of.ts'
import styles from './Outline.module.css'

/** Which heading is being read: the last one above the upper third of the window. */
function useCurrentHeading(headings: readonly Heading[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    const elements = headings.flatMap(({ id }) => document.getElementById(id) ?? [])
    const mark = () => {
      const above = elements.filter((element) => element.getBoundingClientRect().top < innerHeight * 0.3)
      setCurrent((above.at(-1) ?? elements[0])?.id)
    }
    const observer = new IntersectionObserver(mark, { rootMargin: '-64px 0px -60% 0px' })
    for (const element of elements) observer.observe(element)
    return () => observer.disconnect()
  }, [headings])
  return current
}

/** Links to the headings of a page. The one that is being read is marked. */
export function Outline({ headings }: { headings: readonly Heading[] }) {
  const current = useCurrentHeading(headings)
  return (
    <nav aria-label={texts.page.outline}>
      <h2 className={styles.title}>{texts.page.outline}</h2>
      <ul className={styles.outline}>
        {headings.map(({ id, title, level }) => (
          <li key={id} data-level={level}>
            <a href={`#${encodeURIComponent(id)}`} aria-current={id === current ? 'location' : undefined}>
              <bdi>{title}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
