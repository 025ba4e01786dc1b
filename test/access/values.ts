import { type Kind, prefixes } from '../../src/core/ids.ts'
import { chunks, type Values } from './queries.ts'

/** The ids and values that requests can use. */
export interface Known {
  idsOf: (kind: string) => string[]
  everyNode: () => string[]
  emailDomains: string[]
  paths: string[]
  /** Addresses on published sites. */
  addresses: string[]
  /** Of organizations. */
  hostnames: string[]
  /** A word that searches find. */
  word: string
}

/** Fields whose name differs from the kind that they look up. */
const KINDS: Record<string, string> = {
  linkInvite: 'Invite',
  reply: 'CommentReply',
  translation: 'TranslationSettings',
  versionById: 'OpenAPISpecVersion',
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** The kind that a field with the argument `id` looks up. */
function kindOf(field: string): string | undefined {
  const kind = KINDS[field] ?? capital(field)
  return prefixes.find(kind as Kind) === undefined ? undefined : kind
}

/** Every value for an argument. A new argument in the schema needs values here. */
export const valuesFrom =
  ({ idsOf, everyNode, emailDomains, paths, addresses, hostnames, word }: Known): Values =>
  (parent, field, argument) => {
    const place = `${parent}.${field}(${argument})`
    if (place === 'Query.node(id)') return everyNode()
    if (place === 'Query.nodes(ids)') return chunks(everyNode(), 100)
    if (place === 'Query.organizationsByEmailDomain(emailDomain)') return emailDomains
    if (['search', 'searchPublishedSite'].includes(field) && argument === 'query') return [word]
    if (place === 'Space.computedDocument(source)') {
      const dependencies = { spec: { ref: { kind: 'openapi', spec: 'pets' } } }
      return [{ type: 'builtin:openapi', props: { doc: 'INFO', page: 'pets' }, dependencies }]
    }
    if (place === 'Space.computedPages(source)') {
      return [{ type: 'builtin:openapi', dependencies: { spec: { ref: { kind: 'openapi', spec: 'pets' } } } }]
    }
    if (place === 'Query.contentByUrl(url)') {
      const origins = new Set(addresses.map((address) => new URL(address).origin))
      return [...origins].flatMap((origin) => idsOf('Space').map((id) => `${origin}/app/s/${id}`))
    }
    if (field === 'embed' && argument === 'url') return ['https://example.com/page']
    if (place === 'Query.organizationBySubdomain(subdomain)') return hostnames
    if (place === 'Query.siteByHostname(hostname)') return hostnames.map((name) => `${name}.example.com`)
    if (place === 'Organization.auditEvent(id)') return idsOf('Event')
    if (place === 'Organization.member(userId)') return idsOf('User')
    if (place === 'Revision.pageByPath(path)') return paths
    if (place === 'Organization.openAPISpec(slug)') return ['pets']
    if (parent === 'Query' && argument === 'siteId') return idsOf('Site')
    if (place === 'Query.publishedContent(spaceId)') return idsOf('Space')
    if (place === 'Site.insightsEvents(range)') return ['last7Days']
    if (place === 'Query.integration(name)')
      return idsOf('Organization').flatMap((id) => [`pets-${id}`, `zoo-${id}`])
    if (place === 'Organization.integrationStatus(name)')
      return idsOf('Organization').map((id) => `pets-${id}`)
    if (place === 'IntegrationInstallation.spaceInstallation(spaceId)') return idsOf('Space')
    if (place === 'IntegrationInstallation.siteInstallation(siteId)') return idsOf('Site')
    if (place === 'Query.latestOpenAPISpecVersion(organizationId)') return idsOf('Organization')
    if (place === 'Query.latestOpenAPISpecVersion(slug)') return ['pets']
    if (place === 'Query.document(spaceId)') return idsOf('Space')
    if (place === 'Query.document(id)') return ['none']
    if (place === 'Query.resolvePublishedUrl(url)') return addresses
    if (place === 'Site.redirect(source)' || place === 'Site.resolvedRedirect(source)') return ['/old']
    if (place === 'Query.exportUserData(id)') return idsOf('User')
    if (place === 'Query.renderMarkdown(input)') {
      return idsOf('Space').map((spaceId) => ({ spaceId, markdown: word }))
    }
    const kind = argument === 'id' ? kindOf(field) : undefined
    if (!kind) throw new Error(`The crawl does not know what to give for ${place}`)
    return idsOf(kind)
  }
