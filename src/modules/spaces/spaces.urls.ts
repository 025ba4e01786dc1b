import type { Urls } from '../../http/urls.ts'

export const spaceUrl = (urls: Urls, id: string) => urls.api(`/spaces/${id}`)
