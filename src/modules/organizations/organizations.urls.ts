import type { Urls } from '../../core/urls.ts'

export const organizationUrl = (urls: Urls, id: string) => urls.api(`/orgs/${id}`)
