import type { Urls } from '../../core/urls.ts'

export const userUrl = (urls: Urls, id: string) => urls.api(`/users/${id}`)
