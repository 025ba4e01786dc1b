import type { Urls } from '../../core/urls.ts'
import { organizationUrl } from '../organizations/index.ts'

export const webhookUrl = (urls: Urls, organizationId: string, id: string) =>
  `${organizationUrl(urls, organizationId)}/webhooks/${id}`
