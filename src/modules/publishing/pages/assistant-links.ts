import type { PageView } from '../../site-rendering/index.ts'
import type { SiteVisit } from '../reading/visits.ts'

/** Whether everyone can read a site, also a service that was only told an address. */
const isOpen = ({ known: { site }, hasSecret }: SiteVisit): boolean =>
  site.publishedAt !== null && ['public', 'unlisted'].includes(site.visibility) && !hasSecret

/** Where assistants are asked to read a page. Absent if they cannot. */
export function assistantLinks(
  visit: SiteVisit,
  canonical: string | undefined,
): Pick<PageView['actions'], 'assistants'> {
  if (canonical === undefined || !isOpen(visit)) return {}
  const question = encodeURIComponent(`Read ${canonical} and answer my questions about it.`)
  return {
    assistants: [
      { title: 'ChatGPT', href: `https://chatgpt.com/?q=${question}` },
      { title: 'Claude', href: `https://claude.ai/new?q=${question}` },
    ],
  }
}
