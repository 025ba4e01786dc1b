import {
  type Connection,
  connectionOf,
  type Envelope,
  listedGraphQL,
  listedRest,
  restAsker,
} from './api-requests.ts'
import type { Attempt, PageOf } from './apis.ts'
import type { Proposal } from './apis-reviews.ts'
import type { TestApp } from './app.ts'
import { graphqlAsker } from './graphql-outcomes.ts'
import { enumName, fromEnum } from './graphql-views.ts'
import type { Listed } from './outcome.ts'

export interface RuleView {
  rule: string
  users?: string[]
  count?: number
}

export interface RulesView {
  type: string
  rules?: RuleView[]
}

export interface MergeView {
  state: string
  conflicts: number
  conflictingPages: { page: string; title: string; path: string }[]
  blockedBy: { rule: string; message: string }[]
  canBypass: boolean
}

export interface DescribedView {
  id: string
  number: number
  subject: string
  status: string
  description: string
}

export interface MergingQuery extends PageOf {
  search?: string
  status?: string[]
}

/** The operations of one caller around merges, with either API. */
export interface MergingApi {
  rulesOfSpace(spaceId: string): Attempt<RulesView>
  rulesOfOrganization(organizationId: string): Attempt<RulesView>
  setRules(spaceId: string, rules: RulesView): Attempt<RulesView>
  setOrganizationRules(organizationId: string, rules: RulesView): Attempt<RulesView>
  mergeability(at: Proposal): Attempt<MergeView>
  merge(at: Proposal, input?: { bypassRules?: boolean; expectedRevision?: string }): Attempt<string>
  edit(spaceId: string, changes: RestChange[]): Attempt<true>
  create(spaceId: string, input: { subject?: string; description?: string }): Attempt<DescribedView>
  update(
    at: Proposal,
    input: { subject?: string; description?: string; status?: string },
  ): Attempt<DescribedView>
  get(at: Proposal): Attempt<DescribedView>
  ofSpace(spaceId: string, query: MergingQuery): Attempt<Listed<number>>
  ofOrganization(organizationId: string, query: MergingQuery): Attempt<Listed<string>>
  mine(query?: MergingQuery & { involvement?: string }): Attempt<Listed<string>>
}

/** A change of content in the format of REST, and what GraphQL takes for it. */
interface RestChange {
  operation: 'insert_page'
  title: string
}

type Who = { token: string } | null

type RestDescribed = Omit<DescribedView, 'description'> & { descriptionMarkdown?: string }
const described = ({
  id,
  number,
  subject,
  status,
  descriptionMarkdown = '',
}: RestDescribed): DescribedView => ({
  id,
  number,
  subject,
  status,
  description: descriptionMarkdown,
})

export function restMerging(t: TestApp, who: Who): MergingApi {
  const ask = restAsker(t, who)
  const path = ({ spaceId, changeRequestId }: Proposal) =>
    `/spaces/${spaceId}/change-requests/${changeRequestId}`
  const rulesOf = ({ mergeRules }: { mergeRules: RulesView }) => mergeRules
  const list = <Row, View>(
    address: string,
    view: (row: Row) => View,
    { cursor, ...query }: MergingQuery = {},
  ) =>
    ask<Envelope<Row>, Listed<View>>('GET', address, listedRest(view), { query: { ...query, page: cursor } })
  const idOf = ({ id }: { id: string }) => id
  return {
    rulesOfSpace: (id) => ask('GET', `/spaces/${id}`, rulesOf),
    rulesOfOrganization: (id) => ask('GET', `/orgs/${id}`, rulesOf),
    setRules: (id, mergeRules) => ask('PATCH', `/spaces/${id}`, rulesOf, { body: { mergeRules } }),
    setOrganizationRules: (id, mergeRules) => ask('PATCH', `/orgs/${id}`, rulesOf, { body: { mergeRules } }),
    mergeability: (at) =>
      ask('GET', `${path(at)}/merge`, ({ object: _object, ...view }: MergeView & { object: string }) => view),
    merge: (at, body = {}) =>
      ask('POST', `${path(at)}/merge`, ({ result }: { result: string }) => result, { body }),
    edit: (id, changes) => ask('POST', `/spaces/${id}/content`, () => true as const, { body: { changes } }),
    create: (id, body) => ask('POST', `/spaces/${id}/change-requests`, described, { body }),
    update: (at, body) => ask('PATCH', path(at), described, { body }),
    get: (at) => ask('GET', path(at), described),
    ofSpace: (id, query) =>
      list(`/spaces/${id}/change-requests`, ({ number }: { number: number }) => number, query),
    ofOrganization: (id, query) => list(`/orgs/${id}/change-requests`, idOf, query),
    mine: (query) => list('/user/change-requests', idOf, query),
  }
}

const RULES = 'mergeRules { type rules { rule users count } }'
const DESCRIBED = 'id number subject status description'
const MERGE = `merge { state conflictCount conflictingPages { pageId title path } blockedBy { rule message }
  viewerCanBypass }`

interface MergeNode {
  state: string
  conflictCount: number
  conflictingPages: { pageId: string; title: string; path: string }[]
  blockedBy: { rule: string; message: string }[]
  viewerCanBypass: boolean
}

interface RulesNode {
  mergeRules: { type: string; rules: { rule: string; users: string[]; count: number | null }[] }
}

const lower = (value: string) => value.toLowerCase()

const rulesFrom = ({ mergeRules: { type, rules } }: RulesNode): RulesView => ({
  type: lower(type),
  ...(type === 'RULES'
    ? {
        rules: rules.map(({ rule, users, count }) => ({
          rule: lower(rule),
          ...(users.length > 0 ? { users } : {}),
          ...(count === null ? {} : { count }),
        })),
      }
    : {}),
})

const rulesInput = ({ type, rules }: RulesView) => ({
  type: type.toUpperCase(),
  ...(rules ? { rules: rules.map((rule) => ({ ...rule, rule: rule.rule.toUpperCase() })) } : {}),
})

/** Scenarios may know more about it. */
const place = ({ spaceId, changeRequestId }: Proposal): Proposal => ({ spaceId, changeRequestId })

export function graphqlMerging(t: TestApp, who: Who): MergingApi {
  const { ask, mutate } = graphqlAsker(t, who)
  const proposal = <Node, View>(
    { spaceId, changeRequestId }: Proposal,
    selection: string,
    view: (node: Node) => View,
  ) =>
    ask<{ changeRequest: Node | null }, View>(
      `query($space: ID, $id: ID) { changeRequest(spaceId: $space, id: $id) { ${selection} } }`,
      { space: spaceId, id: changeRequestId },
      ({ changeRequest }) => (changeRequest ? view(changeRequest) : null),
    )
  const describedNode = (row: DescribedView): DescribedView => ({ ...row, status: fromEnum(row.status) })
  const changed = ({ changeRequest }: { changeRequest: DescribedView }) => describedNode(changeRequest)
  const paging = ({ limit, cursor, status, ...filters }: MergingQuery = {}) => ({
    ...filters,
    first: limit,
    after: cursor,
    status: status?.map(enumName),
  })
  const declared = '$first: Int, $after: String, $search: String, $status: [ChangeRequestStatusFilter!]'
  const args = 'first: $first, after: $after, search: $search, status: $status'
  const below = <View>(
    field: 'space' | 'organization',
    id: string,
    query: MergingQuery,
    view: (row: { id: string; number: number }) => View,
  ) =>
    ask<{ of: { list: Connection<{ id: string; number: number }> } | null }, Listed<View>>(
      `query($id: ID!, ${declared}) { of: ${field}(id: $id) { ${connectionOf(`list: changeRequests(${args})`, 'id number')} } }`,
      { id, ...paging(query) },
      ({ of }) => listedGraphQL(of?.list, view),
    )
  return {
    rulesOfSpace: (id) =>
      ask<{ space: RulesNode | null }, RulesView>(
        `query($id: ID!) { space(id: $id) { ${RULES} } }`,
        { id },
        ({ space }) => (space ? rulesFrom(space) : null),
      ),
    rulesOfOrganization: (id) =>
      ask<{ organization: RulesNode | null }, RulesView>(
        `query($id: ID!) { organization(id: $id) { ${RULES} } }`,
        { id },
        ({ organization }) => (organization ? rulesFrom(organization) : null),
      ),
    setRules: (spaceId, rules) =>
      mutate(
        'updateSpace',
        { spaceId, mergeRules: rulesInput(rules) },
        `space { ${RULES} }`,
        ({ space }: { space: RulesNode }) => rulesFrom(space),
      ),
    setOrganizationRules: (organizationId, rules) =>
      mutate(
        'updateOrganization',
        { organizationId, mergeRules: rulesInput(rules) },
        `organization { ${RULES} }`,
        ({ organization }: { organization: RulesNode }) => rulesFrom(organization),
      ),
    mergeability: (at) =>
      proposal(at, MERGE, ({ merge }: { merge: MergeNode }) => ({
        state: lower(merge.state),
        conflicts: merge.conflictCount,
        conflictingPages: merge.conflictingPages.map(({ pageId, ...page }) => ({ page: pageId, ...page })),
        blockedBy: merge.blockedBy.map(({ rule, message }) => ({ rule: lower(rule), message })),
        canBypass: merge.viewerCanBypass,
      })),
    merge: (at, input) =>
      mutate('mergeChangeRequest', { ...place(at), ...input }, 'result', ({ result }: { result: string }) =>
        lower(result),
      ),
    edit: (spaceId, changes) =>
      mutate(
        'changeContent',
        { spaceId, changes: changes.map(({ title }) => ({ insertPage: { title } })) },
        'revision { id }',
        () => true as const,
      ),
    create: (spaceId, input) =>
      mutate('createChangeRequest', { spaceId, ...input }, `changeRequest { ${DESCRIBED} }`, changed),
    update: (at, { status, ...input }) =>
      mutate(
        'updateChangeRequest',
        { ...place(at), ...input, ...(status === undefined ? {} : { status: enumName(status) }) },
        `changeRequest { ${DESCRIBED} }`,
        changed,
      ),
    get: (at) => proposal(at, DESCRIBED, describedNode),
    ofSpace: (id, query) => below('space', id, query, ({ number }) => number),
    ofOrganization: (id, query) => below('organization', id, query, (row) => row.id),
    mine: ({ involvement, ...query } = {}) =>
      ask<{ viewer: { list: Connection<{ id: string }> } }, Listed<string>>(
        `query($involvement: ChangeRequestInvolvement, ${declared}) { viewer { ${connectionOf(
          `list: changeRequests(involvement: $involvement, ${args})`,
          'id',
        )} } }`,
        { ...paging(query), ...(involvement === undefined ? {} : { involvement: enumName(involvement) }) },
        ({ viewer }) => listedGraphQL(viewer.list, ({ id }) => id),
      ),
  }
}

/** For `describe.each(mergingApis)`: one scenario, with both APIs. */
export const mergingApis: { name: 'rest' | 'graphql'; enter: (t: TestApp, who: Who) => MergingApi }[] = [
  { name: 'rest', enter: restMerging },
  { name: 'graphql', enter: graphqlMerging },
]
