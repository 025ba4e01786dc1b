import { chunks, type Values } from './queries.ts'

/** What there is to ask for. */
export interface Known {
  idsOf: (kind: string) => string[]
  everyNode: () => string[]
  emailDomains: string[]
  paths: string[]
  /** A word that searches find. */
  word: string
}

const KINDS: Record<string, string> = {
  collection: 'Collection',
  comment: 'Comment',
  file: 'File',
  linkInvite: 'Invite',
  organization: 'Organization',
  page: 'Page',
  reply: 'CommentReply',
  reusableContent: 'ReusableContent',
  review: 'Review',
  revision: 'Revision',
  space: 'Space',
  team: 'Team',
  user: 'User',
  webhook: 'Webhook',
}

/** Every value there is for an argument: a schema that takes more has to be given more here. */
export const valuesFrom =
  ({ idsOf, everyNode, emailDomains, paths, word }: Known): Values =>
  (parent, field, argument) => {
    const place = `${parent}.${field}(${argument})`
    if (place === 'Query.node(id)') return everyNode()
    if (place === 'Query.nodes(ids)') return chunks(everyNode(), 100)
    if (place === 'Query.organizationsByEmailDomain(emailDomain)') return emailDomains
    if (field === 'search' && argument === 'query') return [word]
    if (place === 'Organization.member(userId)') return idsOf('User')
    if (place === 'Revision.pageByPath(path)') return paths
    const kind = argument === 'id' ? KINDS[field] : undefined
    if (!kind) throw new Error(`The crawl does not know what to give for ${place}`)
    return idsOf(kind)
  }
