import type { Urls } from '../../core/urls.ts'

export const spaceUrl = (urls: Urls, id: string) => urls.api(`/spaces/${id}`)
