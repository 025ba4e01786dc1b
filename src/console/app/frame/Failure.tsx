import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { codeOf, RequestError } from '../relay/request-error.ts'
import { texts } from '../texts/index.ts'
import styles from './Failure.module.css'

/** What happened and what to do, by the code of the API. */
function wordsFor(error: unknown): { title: string; text: string } {
  const t = texts.errors
  switch (codeOf(error)) {
    case 'NOT_FOUND':
      return { title: t.notFoundTitle, text: t.notFound }
    case 'FORBIDDEN':
      return { title: t.forbiddenTitle, text: t.forbidden }
    case 'RATE_LIMITED':
      return { title: t.rateLimitedTitle, text: t.rateLimited((error as RequestError).retryAfter) }
    case 'UNAVAILABLE':
      return { title: t.unavailableTitle, text: t.unavailable }
    case 'UNREACHABLE':
      return { title: t.unreachableTitle, text: t.unreachable }
    default:
      return { title: t.internalTitle, text: t.internal }
  }
}

const RETRY_MS: Readonly<Record<string, number>> = { UNAVAILABLE: 5_000, UNREACHABLE: 5_000 }

/** In place of a screen that could not be read. */
export function Failure({ error, retry }: { error: unknown; retry: () => void }) {
  const { title, text } = wordsFor(error)
  const wait = RETRY_MS[codeOf(error)]
  useEffect(() => {
    document.title = `${title} | Quire`
    if (wait === undefined) return
    const timer = setTimeout(retry, wait)
    addEventListener('online', retry)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', retry)
    }
  }, [title, wait, retry])
  const isGone = ['NOT_FOUND', 'FORBIDDEN'].includes(codeOf(error))
  return (
    <div className={styles.failure} role="alert">
      <h1>{title}</h1>
      <p>{text}</p>
      {error instanceof RequestError && error.requestId !== undefined && !isGone && (
        <RequestId id={error.requestId} />
      )}
      <p className={styles.actions}>
        {!isGone && (
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
  return <Failure error={new RequestError('NOT_FOUND', '')} retry={() => void router.invalidate()} />
}
