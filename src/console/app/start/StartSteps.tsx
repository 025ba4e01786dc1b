import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Icon } from '../parts/Icon.tsx'
import { publishIntent, usePublishing } from '../publish/use-publishing.tsx'
import { useSpace } from '../screens/space/space-context.ts'
import { texts } from '../texts/index.ts'
import styles from './StartSteps.module.css'
import { Steps } from './Steps.tsx'
import { noteFinished } from './start-progress.ts'

/** Above the pages of the space with which somebody has begun: which step of the way to a site comes next. */
export default function StartSteps() {
  const { id, pages, published, mayPublish, content } = useSpace()
  const [isOver, setOver] = useState(false)
  const { open, dialog } = usePublishing(id, () => void content.reread())
  const t = texts.start
  const isEmpty = pages.length === 0
  const close = () => {
    noteFinished()
    setOver(true)
  }
  if (isOver) return dialog
  return (
    <section className={styles.strip} aria-label={t.steps}>
      <Steps at={published ? 'done' : isEmpty ? 'content' : 'write'} />
      <p className={styles.hint}>{published ? t.publishedHint : isEmpty ? t.importHint : t.writeHint}</p>
      <div className={styles.actions}>
        {published && (
          <>
            <a className="button small primary" href={published} target="_blank" rel="noreferrer">
              {t.openSite}
            </a>
            <Theme />
          </>
        )}
        {!published && !isEmpty && mayPublish && (
          <button type="button" className="button small primary" onClick={open} {...publishIntent}>
            <Icon name="globe" /> {t.publish}
          </button>
        )}
        <button type="button" className="icon-button" aria-label={t.dismiss} onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      {dialog}
    </section>
  )
}

function Theme() {
  const { organization } = useSpace()
  if (!organization) return null
  return (
    <Link to="/o/$organization/sites" params={{ organization: organization.id }} className="button small">
      {texts.start.theme}
    </Link>
  )
}
