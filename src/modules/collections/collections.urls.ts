import type { Urls } from '../../core/urls.ts'

export const collectionUrl = (urls: Urls, id: string) => urls.api(`/collections/${id}`)
