import { builder } from '../../graphql/builder.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { mutation } from '../../graphql/field.ts'
import { type HostnameCheck, HostnameState, type HostRecord, RecordType } from './site-hostnames.model.ts'
import { checkHostname, checkSiteHostname, checkSiteProxy } from './site-hostnames.service.ts'

const StateEnum = graphqlEnum('HostnameState', HostnameState, 'What was found at a hostname.', {
  ok: 'It leads to this server.',
  no_records: 'DNS has no record for it.',
  lookup_failed: 'DNS could not be asked.',
  unreachable: 'Nothing answers there by HTTPS.',
  other_server: 'Another server answers there.',
  host_not_passed: 'This server answers there, but a proxy does not pass the hostname.',
  path_not_passed: 'This server answers there, but a proxy changes the path.',
  client_not_passed: 'This server answers there, but no trusted proxy passes the address of the reader.',
})
const TypeEnum = graphqlEnum('HostRecordType', RecordType, 'The type of a record in DNS.', {
  CNAME: 'Another name.',
  A: 'An IPv4 address.',
  AAAA: 'An IPv6 address.',
})

const RecordObject = builder.objectRef<HostRecord>('HostRecord').implement({
  description: 'A record in DNS.',
  fields: (t) => ({
    type: t.expose('type', { type: TypeEnum, description: 'Its type.' }),
    value: t.exposeString('value', { description: 'The name or the address.' }),
  }),
})

const CheckType = builder.objectRef<HostnameCheck>('HostnameCheck').implement({
  description: 'What was found at the hostname of a site.',
  fields: (t) => ({
    hostname: t.exposeString('hostname', { description: 'The hostname.' }),
    state: t.expose('state', { type: StateEnum, description: 'The first thing that is wrong, or `OK`.' }),
    records: t.field({
      type: [RecordObject],
      description: 'What DNS says: at most 20 records.',
      resolve: ({ records }) => records,
    }),
    target: t.exposeString('target', { description: 'The host of this server, which it is to lead to.' }),
    status: t.exposeInt('status', {
      nullable: true,
      description: 'The HTTP status of the answer. Null if there was none.',
    }),
    message: t.exposeString('message', { description: 'What was found, and what to do about it.' }),
  }),
})

mutation('checkSiteHostname', checkSiteHostname, {
  description:
    'Looks up the hostname of a site in DNS, and asks by HTTPS whether it leads to this server. Changes nothing of the site.',
  omit: ['organizationId'],
  payload: { check: { type: CheckType, description: 'What was found.', from: (check) => check } },
})

mutation('checkHostname', checkHostname, {
  description: 'Does the same as `checkSiteHostname` for a site that is named by its hostname.',
  payload: { check: { type: CheckType, description: 'What was found.', from: (check) => check } },
})

mutation('checkSiteProxy', checkSiteProxy, {
  description:
    'Looks up the host of the proxy of a site in DNS, and asks by HTTPS whether it leads to this server with the host, the path and the address of the reader. Changes nothing of the site.',
  omit: ['organizationId'],
  payload: { check: { type: CheckType, description: 'What was found.', from: (check) => check } },
})
