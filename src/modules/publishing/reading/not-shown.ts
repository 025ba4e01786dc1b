import type { ProblemState } from '../../site-rendering/index.ts'
import type { Credentials, VisitedSite } from '../../site-visitors/index.ts'

/** A request for something that this reader does not see, and why. */
export class NotShown extends Error {
  readonly status: number
  readonly state: ProblemState
  /** The site that did not admit the reader, and the path that its addresses begin with; null if there is none. */
  readonly at: { site: VisitedSite; base: string } | null
  /** Where the reader signs in; null if the site does not say. */
  readonly signIn: string | null

  constructor(
    { status, message }: { status: number; message: string },
    state: ProblemState,
    at: NotShown['at'] = null,
    signIn: string | null = null,
  ) {
    super(message)
    this.name = 'NotShown'
    this.status = status
    this.state = state
    this.at = at
    this.signIn = signIn
  }
}

/** What a reader is told whom a site did not admit. Readers of a site with sign-in are sent there. */
export function notAdmitted(
  error: Error & { status: number },
  at: { site: VisitedSite; base: string },
  { shareKey, token }: Credentials,
): Error {
  const { visibility, fallbackURL } = at.site
  if (visibility === 'visitor-auth') {
    const failure = { status: 401, message: 'Sign in to read this site.' }
    return new NotShown(failure, token ? 'noRight' : 'signIn', at, fallbackURL)
  }
  if (visibility !== 'share-link') return error
  return new NotShown(error, shareKey ? 'keyEnded' : 'keyNeeded', at)
}

const byStatus: Readonly<Record<number, ProblemState>> = {
  401: 'signIn',
  403: 'noRight',
  404: 'notFound',
  410: 'gone',
  429: 'tooMany',
  503: 'unavailable',
}

/** What a reader is told about a failure. */
export const stateOf = (failure: Error & { status: number }): ProblemState =>
  failure instanceof NotShown
    ? failure.state
    : (byStatus[failure.status] ?? (failure.status >= 500 ? 'failed' : 'problem'))
