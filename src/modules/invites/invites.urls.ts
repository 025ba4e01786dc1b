import type { Urls } from '../../http/urls.ts'
import { organizationUrl } from '../organizations/index.ts'

export const inviteUrl = (urls: Urls, organizationId: string, id: string) =>
  `${organizationUrl(urls, organizationId)}/link-invites/${id}`
