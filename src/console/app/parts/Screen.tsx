import { type ReactNode, useEffect, useRef } from 'react'
import { useColumns } from '../frame/columns.tsx'
import { useFocusOnArrival } from '../frame/use-focus-on-arrival.ts'
import { texts } from '../texts/index.ts'
import { Aside, LeftToggle, RightToggle } from './Aside.tsx'
import styles from './Screen.module.css'

interface ScreenProps {
  /** The heading of the screen and the title of the tab. */
  title: string
  /** Where the screen is: links from the organization down. */
  trail?: ReactNode
  /** In place of the title, such as one that can be edited. The heading stays for screen readers. */
  heading?: ReactNode
  /** What is told about the content, such as whether it is saved: beside the title, where it moves nothing. */
  status?: ReactNode
  /** What can be done here: buttons at the right of the heading. */
  actions?: ReactNode
  /** A second row below the heading, such as tabs. */
  tabs?: ReactNode
  /** The right column: from 1,280 px beside the content, below that where the person asks for it. */
  aside?: ReactNode
  /** Uses the whole window, as texts and screens with a right column do. Others are one column of at most 1,200 px. */
  isWide?: boolean
  /** For a text to read: at most 720 px wide, below a title of the size that published pages have. */
  isText?: boolean
  /** Above the title of a text, such as a cover. */
  above?: ReactNode
  children: ReactNode
}

/** The middle and the right column of the frame. */
export function Screen({
  title,
  trail,
  heading,
  status,
  actions,
  tabs,
  aside,
  isText = false,
  isWide = isText || aside !== undefined,
  above,
  children,
}: ScreenProps) {
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} | Quire`
  }, [title])
  useFocusOnArrival(ref)
  const { right } = useColumns()
  const hasColumn = aside !== undefined && right.isShown
  const shownTitle = (
    <h1 ref={ref} tabIndex={-1} dir="auto">
      {heading ?? title}
    </h1>
  )
  return (
    <>
      <header className={styles.header} data-text={isText} data-wide={isWide}>
        {trail !== undefined && (
          <nav className={styles.trail} aria-label={texts.frame.trail}>
            {trail}
          </nav>
        )}
        <div className={styles.row}>
          <LeftToggle />
          {!isText && shownTitle}
          {status !== undefined && <div className={styles.status}>{status}</div>}
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
          {aside !== undefined && <RightToggle />}
        </div>
        {tabs}
      </header>
      <div className={styles.columns} data-aside={hasColumn} data-wide={isWide}>
        <div className={isText ? styles.text : styles.content}>
          {above}
          {isText && shownTitle}
          {children}
        </div>
        {aside !== undefined && <Aside>{aside}</Aside>}
      </div>
    </>
  )
}
