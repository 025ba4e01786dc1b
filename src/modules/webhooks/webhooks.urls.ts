import type { Urls } from '../../http/urls.ts'
import { organizationUrl } from '../organizations/index.ts'

export const webhookUrl = (urls: Urls, organizationId: string, id: string) =>
  `${organizationUrl(urls, organizationId)}/webhooks/${id}`
