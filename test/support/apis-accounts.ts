import { eventTypes } from '../../src/core/events/events.ts'
import { enumName } from '../../src/graphql/enums.ts'
import { type Connection, connectionOf, listedGraphQL, listedRest, plain, restAsker } from './api-requests.ts'
import type { Attempt, PageOf } from './apis.ts'
import type { TestApp } from './app.ts'
import { graphqlAsker } from './graphql-outcomes.ts'
import type { Listed } from './outcome.ts'

export interface SettingsView {
  id: string
  title: string
  emailDomains: string[]
  hostname?: string
  defaultRole: string | null
  sso: boolean
  ai: boolean
  inviteLinks: boolean
  plan: string
  logo?: string
  trial: string
  billing?: { interval: string; hasPaymentFailed: boolean }
  blocked?: string
  mayView: boolean
  ownTeam: boolean
}

export interface AccountView {
  id: string
  displayName: string
  photoURL?: string
  isOperator: boolean
}

export interface PreferencesView {
  language?: string
  theme?: string
  keyBindings: boolean
  mail: Record<string, string>
  inbox: Record<string, boolean>
}

export interface ThingView {
  type: string
  id?: string
  label?: string
}

export interface AuditView {
  id: string
  action: string
  occurredAt: string
  actor: ThingView
  target: ThingView
  related: ThingView[]
}

/** Settings of organizations, accounts, tokens and the audit log, with either API. */
export interface AccountsApi {
  updateOrganization(organizationId: string, change: Record<string, unknown>): Attempt<SettingsView>
  getSettings(organizationId: string): Attempt<SettingsView>
  deleteOrganization(organizationId: string): Attempt<true>
  restoreOrganization(organizationId: string): Attempt<SettingsView>
  organizationsByEmailDomain(domain: string): Attempt<SettingsView[]>
  updateUser(userId: string, change: Record<string, unknown>): Attempt<AccountView>
  setOperator(userId: string, isOperator: boolean): Attempt<AccountView>
  /** Without an id, yourself. */
  deleteUser(userId?: string): Attempt<true>
  /** The URL of the export. */
  exportUser(userId?: string): Attempt<string>
  createTokenFor(userId: string, input: { label: string; scopes?: string[] }): Attempt<string>
  createPasswordReset(userId: string): Attempt<{ link: string; expiresAt: string }>
  endUserSessions(userId: string): Attempt<number>
  revokeUserApiTokens(userId: string): Attempt<number>
  disableUser(userId: string): Attempt<number>
  enableUser(userId: string): Attempt<string>
  getPreferences(): Attempt<PreferencesView>
  updatePreferences(change: Record<string, unknown>): Attempt<PreferencesView>
  auditEvents(
    organizationId: string,
    query?: { action?: string; actor?: string; space?: string; since?: string; until?: string } & PageOf,
  ): Attempt<Listed<AuditView>>
}

type Who = { token: string } | null

const countOf = ({ count }: { count: number }) => count
type RestSettings = Omit<SettingsView, 'logo' | 'trial' | 'blocked' | 'mayView' | 'ownTeam'> & {
  urls: { logo?: string }
  trial: { status: string }
  billing?: SettingsView['billing']
  blocked?: { reason: string }
  permissions: { view: boolean; ownTeam: boolean }
}

const restSettings = (row: RestSettings): SettingsView => ({
  ...plain<SettingsView>({
    id: row.id,
    title: row.title,
    emailDomains: row.emailDomains,
    hostname: row.hostname,
    sso: row.sso,
    ai: row.ai,
    inviteLinks: row.inviteLinks,
    plan: row.plan,
    logo: row.urls.logo,
    trial: row.trial.status,
    billing: row.billing && {
      interval: row.billing.interval,
      hasPaymentFailed: row.billing.hasPaymentFailed,
    },
    blocked: row.blocked?.reason,
    mayView: row.permissions.view,
    ownTeam: row.permissions.ownTeam,
  }),
  defaultRole: row.defaultRole,
})

const account = (row: AccountView): AccountView =>
  plain({
    id: row.id,
    displayName: row.displayName,
    photoURL: row.photoURL,
    isOperator: row.isOperator ?? false,
  })

const auditView = (row: AuditView): AuditView => ({
  id: row.id,
  action: row.action,
  occurredAt: row.occurredAt,
  actor: plain(row.actor),
  target: plain(row.target),
  related: row.related.map((thing) => plain(thing)),
})

const preferencesView = ({ language, theme, keyBindings, mail, inbox }: PreferencesView): PreferencesView =>
  plain({ language, theme: theme?.toLowerCase(), keyBindings, mail: lowerValues(mail), inbox })

const lowerValues = (record: Record<string, string>) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, value.toLowerCase()]))
const upperValues = (record: object) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, String(value).toUpperCase()]))

export function restAccounts(t: TestApp, who: Who): AccountsApi {
  const ask = restAsker(t, who)
  return {
    updateOrganization: (id, body) => ask('PATCH', `/orgs/${id}`, restSettings, { body }),
    getSettings: (id) => ask('GET', `/orgs/${id}`, restSettings),
    deleteOrganization: (id) => ask('DELETE', `/orgs/${id}`, (_body: unknown): true => true),
    restoreOrganization: (id) => ask('POST', `/orgs/${id}/restore`, restSettings),
    organizationsByEmailDomain: (domain) =>
      ask('GET', `/email-domains/${domain}/orgs`, (body: { organizations: RestSettings[] }) =>
        body.organizations.map(restSettings),
      ),
    updateUser: (id, body) => ask('PATCH', `/users/${id}`, account, { body }),
    setOperator: (id, isOperator) => ask('PATCH', `/users/${id}`, account, { body: { isOperator } }),
    deleteUser: (id) =>
      ask('DELETE', id === undefined ? '/user' : `/users/${id}`, (_body: unknown): true => true),
    exportUser: (id) =>
      ask('GET', `${id === undefined ? '/user' : `/users/${id}`}/export`, ({ url }: { url: string }) => url),
    createTokenFor: (user, input) =>
      ask('POST', '/user/tokens', ({ token }: { token: string }) => token, { body: { ...input, user } }),
    createPasswordReset: (id) =>
      ask('POST', `/users/${id}/password-reset`, (reset: { link: string; expiresAt: string }) => reset),
    endUserSessions: (id) => ask('DELETE', `/users/${id}/sessions`, countOf),
    revokeUserApiTokens: (id) => ask('DELETE', `/users/${id}/tokens`, countOf),
    disableUser: (id) => ask('POST', `/users/${id}/disable`, countOf),
    enableUser: (id) => ask('POST', `/users/${id}/enable`, (user: { id: string }) => user.id),
    getPreferences: () => ask('GET', '/user/preferences', preferencesView),
    updatePreferences: (body) => ask('PATCH', '/user/preferences', preferencesView, { body }),
    auditEvents: (id, { limit, cursor, ...query } = {}) =>
      ask('GET', `/orgs/${id}/audit-events`, listedRest(auditView), {
        query: { ...query, limit, page: cursor },
      }),
  }
}

const SETTINGS = `id title emailDomains hostname defaultRole sso ai inviteLinks plan urls { logo } trial { status }
  billing { interval hasPaymentFailed } blockedReason permissions { view ownTeam }`
const ACCOUNT = 'id displayName photoURL isOperator'
const EVENT = `id action: type occurredAt actor { type id: userId label } target { type id: subjectId label }
  related { type id: subjectId label }`

const KINDS = 'mentions reviews comments changeRequests failures'
const PREFERENCES = `language theme keyBindings mail { ${KINDS} } inbox { ${KINDS} }`

const typed = (thing: ThingView): ThingView => ({
  ...thing,
  type: thing.type.toLowerCase().replaceAll('_', '-'),
})

type SettingsNode = RestSettings & { blockedReason: string | null }

const graphqlSettings = (row: SettingsNode): SettingsView => ({
  ...restSettings({
    ...row,
    trial: { status: row.trial.status.toLowerCase() },
    ...(row.blockedReason ? { blocked: { reason: row.blockedReason } } : {}),
  }),
  defaultRole: row.defaultRole?.toLowerCase() ?? null,
  ...(row.billing ? { billing: { ...row.billing, interval: row.billing.interval.toLowerCase() } } : {}),
})

const actionOf = (name: string) => eventTypes.names().find((type) => enumName(type) === name) ?? name

function graphqlAccounts(t: TestApp, who: Who): AccountsApi {
  const { ask, mutate } = graphqlAsker(t, who)
  const takeUser = ({ user }: { user: AccountView }) => account(user)
  return {
    updateOrganization: (organizationId, { defaultRole, ...change }) => {
      const role = typeof defaultRole === 'string' ? defaultRole.toUpperCase() : defaultRole
      const input = { organizationId, ...change, ...(role === undefined ? {} : { defaultRole: role }) }
      return mutate(
        'updateOrganization',
        input,
        `organization { ${SETTINGS} }`,
        ({ organization }: { organization: SettingsNode }) => graphqlSettings(organization),
      )
    },
    getSettings: (id) =>
      ask(
        `query($id: ID!) { organization(id: $id) { ${SETTINGS} } }`,
        { id },
        ({ organization }: { organization: SettingsNode | null }) =>
          organization && graphqlSettings(organization),
      ),
    deleteOrganization: (organizationId) =>
      mutate('deleteOrganization', { organizationId }, 'deletedId', (): true => true),
    restoreOrganization: (organizationId) =>
      mutate(
        'restoreOrganization',
        { organizationId },
        `organization { ${SETTINGS} }`,
        ({ organization }: { organization: SettingsNode }) => graphqlSettings(organization),
      ),
    organizationsByEmailDomain: (emailDomain) =>
      ask(
        `query($emailDomain: String!) { found: organizationsByEmailDomain(emailDomain: $emailDomain) { ${SETTINGS} } }`,
        { emailDomain },
        ({ found }: { found: SettingsNode[] | null }) => found?.map(graphqlSettings) ?? null,
      ),
    updateUser: (userId, change) =>
      mutate('updateUser', { userId, ...change }, `user { ${ACCOUNT} }`, takeUser),
    setOperator: (userId, isOperator) =>
      mutate('setUserOperator', { userId, isOperator }, `user { ${ACCOUNT} }`, takeUser),
    deleteUser: (userId) =>
      userId === undefined
        ? mutate('deleteViewer', {}, 'deletedId', (): true => true)
        : mutate('deleteUser', { userId }, 'deletedId', (): true => true),
    exportUser: (id) =>
      id === undefined
        ? ask('{ url: exportViewerData }', {}, ({ url }: { url: string | null }) => url)
        : ask(
            'query($id: ID!) { url: exportUserData(id: $id) }',
            { id },
            ({ url }: { url: string | null }) => url,
          ),
    createTokenFor: (user, { label, scopes }) =>
      mutate(
        'createApiToken',
        { user, label, ...(scopes ? { scopes: scopes.map(enumName) } : {}) },
        'token',
        ({ token }: { token: string }) => token,
      ),
    createPasswordReset: (userId) =>
      mutate(
        'createPasswordReset',
        { userId },
        'link expiresAt',
        (reset: { link: string; expiresAt: string }) => reset,
      ),
    endUserSessions: (userId) => mutate('endUserSessions', { userId }, 'count', countOf),
    revokeUserApiTokens: (userId) => mutate('revokeUserApiTokens', { userId }, 'count', countOf),
    disableUser: (userId) => mutate('disableUser', { userId }, 'count', countOf),
    enableUser: (userId) =>
      mutate('enableUser', { userId }, 'user { id }', ({ user }: { user: { id: string } }) => user.id),
    getPreferences: () =>
      ask(
        `{ viewer { preferences { ${PREFERENCES} } } }`,
        {},
        ({ viewer }: { viewer: { preferences: PreferencesView } | null }) =>
          viewer && preferencesView(viewer.preferences),
      ),
    updatePreferences: ({ theme, mail, ...change }) =>
      mutate(
        'updatePreferences',
        {
          ...change,
          ...(theme === undefined ? {} : { theme: theme === null ? null : String(theme).toUpperCase() }),
          ...(mail === undefined ? {} : { mail: upperValues(mail as object) }),
        },
        `preferences { ${PREFERENCES} }`,
        ({ preferences }: { preferences: PreferencesView }) => preferencesView(preferences),
      ),
    auditEvents: (id, { limit, cursor, action, ...query } = {}) =>
      ask(
        `query($id: ID!, $first: Int, $after: String, $action: [EventType!], $actor: ID, $space: ID, $since: DateTime,
          $until: DateTime) { organization(id: $id) {
          ${connectionOf('auditEvents(first: $first, after: $after, action: $action, actor: $actor, space: $space, since: $since, until: $until)', EVENT)} } }`,
        {
          ...query,
          id,
          first: limit,
          after: cursor,
          action: action === undefined ? undefined : enumName(action),
        },
        ({ organization }: { organization: { auditEvents: Connection<AuditView> } | null }) =>
          listedGraphQL(organization?.auditEvents, (row) =>
            auditView({
              ...row,
              action: actionOf(row.action),
              actor: { ...row.actor, type: row.actor.type.toLowerCase() },
              target: typed(row.target),
              related: row.related.map(typed),
            }),
          ),
      ),
  }
}

/** For `describe.each(accountApis)`: one scenario, with both APIs. */
export const accountApis = [
  { name: 'rest', enter: restAccounts },
  { name: 'graphql', enter: graphqlAccounts },
]
