import { texts } from '../texts/index.ts'

/** What to show to a person of what an action failed with. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return texts.errors.internalTitle
  // What a browser says when a person cancels, or nothing answers in time.
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return texts.forms.passkeyUnused
  return error.message || texts.errors.internalTitle
}
