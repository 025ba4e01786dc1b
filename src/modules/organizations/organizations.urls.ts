import type { Urls } from '../../http/urls.ts'

export const organizationUrl = (urls: Urls, id: string) => urls.api(`/orgs/${id}`)
