import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { whyMissing } from '../live/access-changed.ts'
import { codeOf, RequestError } from '../relay/request-error.ts'
import { texts } from '../texts/index.ts'
import styles from './Failure.module.css'
import { ReloadButton } from './Notices.tsx'

/** What the person cannot see, or that does not exist. */
const isGone = (code: string): boolean => code === 'NOT_FOUND' || code === 'FORBIDDEN'

/** What happened and what to do, by the code of the API. */
function wordsFor(error: unknown, secondsLeft: number | undefined): { title: string; text: string } {
  const t = texts.errors
  const code = codeOf(error)
  const reason = isGone(code) ? whyMissing() : undefined
  if (reason === 'access changed') return { title: t.lostTitle, text: t.lost }
  if (reason === 'deleted') return { title: t.deletedTitle, text: t.deleted }
  switch (code) {
    case 'NOT_FOUND':
      return { title: t.notFoundTitle, text: t.notFound }
    case 'FORBIDDEN':
      return { title: t.forbiddenTitle, text: t.forbidden }
    case 'RATE_LIMITED':
      return { title: t.rateLimitedTitle, text: t.rateLimited(secondsLeft) }
    case 'UNAVAILABLE':
      return { title: t.unavailableTitle, text: t.unavailable }
    case 'CONNECTION_LOST':
      return { title: t.unreachableTitle, text: t.unreachable }
    case 'NEW_VERSION':
      return { title: t.newVersionTitle, text: t.newVersion }
    default:
      return { title: t.internalTitle, text: t.internal }
  }
}

/** After how many seconds a screen that failed tries again by itself; never if undefined. */
const waitOf = (error: unknown): number | undefined =>
  error instanceof RequestError && error.code === 'RATE_LIMITED'
    ? (error.retryAfter ?? 5)
    : ['UNAVAILABLE', 'CONNECTION_LOST'].includes(codeOf(error))
      ? 5
      : undefined

/** Counts down to the next try, which the return of the network also is. Returns the seconds that are left. */
function useRetry(error: unknown, retry: () => void): number | undefined {
  const [left, setLeft] = useState(() => waitOf(error))
  const isWaiting = left !== undefined
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setLeft((seconds = 0) => seconds - 1), 1_000)
    addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      removeEventListener('online', retry)
    }
  }, [isWaiting, retry])
  useEffect(() => {
    if (left !== undefined && left <= 0) retry()
  }, [left, retry])
  return left
}

interface FailureProps {
  error: unknown
  retry: () => void
  isScreen: boolean
}

/** In place of a screen, or of a part of one, that could not be read. */
export function Failure({ error, retry, isScreen }: FailureProps) {
  const left = useRetry(error, retry)
  const { title, text } = wordsFor(error, left)
  useEffect(() => {
    if (isScreen) document.title = `${title} | Quire`
  }, [title, isScreen])
  const isOutdated = codeOf(error) === 'NEW_VERSION'
  const cannotRetry = isGone(codeOf(error))
  return (
    <div className={isScreen ? styles.screen : styles.part}>
      <div role="alert">{isScreen ? <h1>{title}</h1> : <strong>{title}</strong>}</div>
      <p>{text}</p>
      {error instanceof RequestError && error.requestId !== undefined && !cannotRetry && (
        <RequestId id={error.requestId} />
      )}
      <p className={styles.actions}>
        {isOutdated && <ReloadButton />}
        {!cannotRetry && !isOutdated && (
          <button type="button" className="button primary" onClick={retry}>
            {texts.errors.retry}
          </button>
        )}
        <Link to="/" className="button">
          {texts.errors.home}
        </Link>
      </p>
    </div>
  )
}

function RequestId({ id }: { id: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = () => void navigator.clipboard.writeText(id).then(() => setCopied(true))
  return (
    <p className={styles.requestId}>
      {texts.errors.requestId} <code>{id}</code>{' '}
      <button type="button" className="button small" onClick={copy}>
        {isCopied ? texts.errors.copied : texts.errors.copy}
      </button>
    </p>
  )
}

/** An address that no screen has. */
export function NotFound() {
  const router = useRouter()
  return <Failure error={new RequestError('NOT_FOUND', '')} retry={() => void router.invalidate()} isScreen />
}
