/** The host of an address on another site; null if it is none. */
export function hostOf(referrer: string | null | undefined): string | null {
  if (!referrer || !URL.canParse(referrer)) return null
  const { protocol, hostname } = new URL(referrer)
  return /^https?:$/.test(protocol) && hostname !== '' ? hostname : null
}
