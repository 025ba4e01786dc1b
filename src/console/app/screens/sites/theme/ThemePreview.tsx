import { useEffect, useRef, useState } from 'react'
import { useStored } from '../../../frame/stored.ts'
import { texts } from '../../../texts/index.ts'
import type { Customization } from './customization.ts'
import { applyStyle } from './live-style.ts'
import styles from './Theme.module.css'

const WIDTHS = [390, 768, 1280] as const
const HEIGHT = 800

interface ThemePreviewProps {
  url: string
  customization: Customization
}

/** The page inside of a frame. Undefined where it is of another origin. */
function pageIn(frame: HTMLIFrameElement | null): (Window & typeof globalThis) | undefined {
  try {
    const page = frame?.contentWindow as (Window & typeof globalThis) | null
    return page?.document.documentElement ? page : undefined
  } catch {
    return undefined
  }
}

/** The site as it looks with what is not saved yet, at three widths. */
export function ThemePreview({ url, customization }: ThemePreviewProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const [stored, setStored] = useStored('theme-width', '1280')
  const width = WIDTHS.find((each) => String(each) === stored) ?? 1280
  const [room, setRoom] = useState(0)
  const t = texts.sites.looks
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0))
    if (place.current) observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  const show = () => {
    const page = pageIn(frame.current)
    if (page) applyStyle(page, customization)
  }
  useEffect(show, [customization])
  const isHere = new URL(url).origin === location.origin
  const scale = room === 0 ? 0 : Math.min(1, room / width)
  return (
    <section className={styles.preview} aria-label={t.preview}>
      <div className={styles.bar}>
        <fieldset className={styles.widths}>
          <legend className="visually-hidden">{t.width}</legend>
          {WIDTHS.map((each) => (
            <label key={each}>
              <input
                type="radio"
                name="width"
                checked={each === width}
                onChange={() => setStored(String(each))}
              />
              <span>{t.widths[each]}</span>
            </label>
          ))}
        </fieldset>
        <a href={url} target="_blank" rel="noreferrer" className="button small">
          {t.openPreview}
        </a>
      </div>
      <p className="muted">{isHere ? t.afterSaving : t.elsewhere}</p>
      <div ref={place} className={styles.place} style={{ height: isHere ? HEIGHT * scale : 0 }}>
        {isHere && (
          <iframe
            ref={frame}
            title={t.previewFrame}
            src={url}
            width={width}
            height={HEIGHT}
            className={styles.frame}
            style={{ transform: `scale(${scale})` }}
            onLoad={show}
          />
        )}
      </div>
    </section>
  )
}
