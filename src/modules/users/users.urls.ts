import type { Urls } from '../../http/urls.ts'

const LIFETIME_MS = 5 * 60 * 1000

/** The URL of the data of a user. It needs no token, so it is valid for minutes only. */
export const userDataUrl = (urls: Urls, id: string) =>
  urls.signed(`/user-data/${id}/data.json`, LIFETIME_MS, LIFETIME_MS)

export const userUrl = (urls: Urls, id: string) => urls.api(`/users/${id}`)
