import type { Urls } from '../../http/urls.ts'

export const collectionUrl = (urls: Urls, id: string) => urls.api(`/collections/${id}`)
