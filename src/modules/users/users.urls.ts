import type { Urls } from '../../http/urls.ts'

export const userUrl = (urls: Urls, id: string) => urls.api(`/users/${id}`)
