/** A point in time as the person reads it. */
export const shownTime = (iso: string): string =>
  new Date(iso).toLocaleString(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' })
