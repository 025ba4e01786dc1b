import { Link } from '@tanstack/react-router'
import { texts } from '../../../texts/index.ts'
import styles from './ImportDialog.module.css'
import type { Report } from './import-state.ts'

const MAX_SHOWN = 100

interface ImportReportProps {
  spaceId: string
  report: Report
  onClose: () => void
}

/** What an import brought, what could not be used and why, and where the pages are. */
export function ImportReport({ spaceId, report, onClose }: ImportReportProps) {
  const { imported, skipped, skippedCount, changeRequest } = report
  const t = texts.importing
  const shown = skipped.slice(0, MAX_SHOWN)
  return (
    <div className={styles.report} role="status">
      <p>{t.imported(imported)}</p>
      {skippedCount > 0 && (
        <>
          <p>{t.skipped(skippedCount)}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled with keys. */}
          <ul className={styles.skipped} tabIndex={0}>
            {shown.map(({ path, reason, line }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a file can be named twice, and the list does not change.
              <li key={index}>
                <code dir="auto">{line ? `${path}:${line}` : path}</code>
                <span className="muted">{reason}</span>
              </li>
            ))}
          </ul>
          {skippedCount > shown.length && (
            <p className="muted">{t.skippedMore(skippedCount - shown.length)}</p>
          )}
        </>
      )}
      {changeRequest && (
        <p>
          {t.inChange(changeRequest.number)}{' '}
          <Link
            to="/s/$space/changes/$number"
            params={{ space: spaceId, number: String(changeRequest.number) }}
            onClick={onClose}
          >
            {t.open}
          </Link>
        </p>
      )}
    </div>
  )
}
