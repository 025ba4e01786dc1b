import type { PublishedAddress } from '../../site-addresses/index.ts'

/** What integrations can do at an address of a site. */
export interface Isolation {
  /**
   * Whether their scripts run in pages. A script has the rights of its origin, with the cookies of readers, so the origin
   * must belong to the site alone: its hostname, or the host that this server has generated for it. By path and at a
   * proxy, other sites or pages share the origin.
   */
  scripts: boolean
  /** Whether blocks are shown: in frames with an opaque origin, and not at addresses of the API. */
  frames: boolean
}

/** `taken` is the number of segments that the proxy of the site takes; none at a hostname. */
export const isolationAt = (
  { own, generated }: PublishedAddress,
  { taken }: { taken: number },
  isApart: boolean,
): Isolation => ({
  scripts: generated !== null || (own === null && taken === 0),
  frames: own === null || isApart,
})
