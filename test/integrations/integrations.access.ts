import { createServer } from 'node:http'
import { newId } from '../../src/core/ids.ts'
import type { ModuleAccess } from '../access/declared.ts'
import {
  type Case,
  change,
  inNode,
  inOrganization,
  inSpace,
  type Names,
  read,
  write,
} from '../access/documents.ts'
import { insertInstallation, insertIntegration, insertPlacement } from '../support/integrations.ts'

declare module '../access/world.ts' {
  interface World {
    /** A private integration, which is installed on a space and on a site. */
    integrationId: string
    integrationName: string
    installationId: string
    installedSiteId: string
    /** A public integration, which is not installed. */
    publicName: string
    /** An integration that is installed in the organization only. */
    bareName: string
    bareInstallationId: string
    /** An event that was sent to the tunnel of the private integration. */
    integrationEventId: string
  }
}

const LIST = '{ nodes { __typename } }'
const manifest = () => ({ title: 'Pets', description: 'Counts pets.', script: 'void 0' })

const inIntegration = (nameOf: (names: Names) => string, selection: string): Case => ({
  params: (names) => ({ integrationName: nameOf(names) }),
  graphql: (names) => ({
    query: `query($name: String!) { integration(name: $name) { ${selection} } }`,
    variables: { name: nameOf(names) },
  }),
})
const inPrivate = (selection: string) => inIntegration(({ integrationName }) => integrationName, selection)
const inInstallation =
  (selection: string | ((names: Names) => string)): Case['graphql'] =>
  (names) =>
    inNode(
      'IntegrationInstallation',
      names.installationId,
      typeof selection === 'string' ? selection : selection(names),
    )

/** The tunnel of an author, which renders the same for everyone. */
async function startTunnel(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    response.end('{"type":"complete"}')
  }).unref()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

/** The cases of the installations on spaces or on sites. */
function placements(noun: 'space' | 'site', placeOf: (names: Names) => string): Record<string, Case> {
  const title = noun === 'space' ? 'Space' : 'Site'
  const key = `${noun}Id`
  const at = (names: Names) => ({ installationId: names.installationId, [key]: placeOf(names) })
  const params = (names: Names) => ({ [key]: placeOf(names) })
  const body = (names: Names) => ({ [noun === 'space' ? 'space' : 'siteId']: placeOf(names) })
  const changed = () => ({ externalIds: ['changed'] })
  const id = `integration${title}s`
  return {
    [`${id}.list`]: { graphql: inInstallation(`${noun}s ${LIST}`) },
    [`${id}.listOfIntegration`]: inPrivate(`${noun}Installations ${LIST}`),
    [`${id}.get`]: {
      params,
      graphql: inInstallation((names) => `${noun}Installation(${key}: "${placeOf(names)}") { version }`),
    },
    [`${id}.install`]: {
      params: ({ bareName, bareInstallationId }) => ({
        integrationName: bareName,
        installationId: bareInstallationId,
      }),
      body,
      graphql: (names) =>
        write(`installIntegrationOn${title}`, { installationId: names.bareInstallationId, ...body(names) }),
    },
    [`${id}.update`]: {
      params,
      body: changed,
      graphql: (names) => write(`updateIntegration${title}Installation`, { ...at(names), ...changed() }),
    },
    [`${id}.uninstall`]: {
      params,
      graphql: (names) => write(`uninstallIntegrationFrom${title}`, at(names)),
    },
  }
}

const ofPlacements = ['integrationSpaces', 'integrationSites'].flatMap((id) =>
  ['list', 'get', 'install', 'update', 'uninstall'].map((name) => `${id}.${name}`),
)

export const access: ModuleAccess = {
  build: async (t, { organizationId, spaceId }) => {
    const { id: integrationId, name: integrationName } = await insertIntegration(t, organizationId, {
      name: `pets-${organizationId}`,
    })
    const installationId = await insertInstallation(t, integrationId, organizationId)
    const { name: publicName } = await insertIntegration(t, organizationId, {
      name: `zoo-${organizationId}`,
      visibility: 'public',
    })
    const bare = await insertIntegration(t, organizationId)
    const at = t.clock.now()
    const { id: installedSiteId } = await t.db.database.prisma.site.create({
      data: { id: newId('Site'), organizationId, title: 'Pets', createdAt: at, updatedAt: at },
    })
    await insertPlacement(t, installationId, { spaceId })
    await insertPlacement(t, installationId, { siteId: installedSiteId })
    const { id: integrationEventId } = await t.db.database.prisma.integrationEvent.create({
      data: {
        id: newId('IntegrationEvent'),
        integrationId,
        installationId,
        payload: { eventId: 'iev_1', type: 'installation_setup', installationId, status: 'active' },
        status: 'success',
        createdAt: at,
      },
    })
    await t.db.database.prisma.integrationDevelopment.create({
      data: { integrationId, tunnelUrl: await startTunnel(), all: false, updatedAt: at },
    })
    return {
      integrationEventId,
      integrationId,
      integrationName,
      installationId,
      installedSiteId,
      publicName,
      bareName: bare.name,
      bareInstallationId: await insertInstallation(t, bare.id, organizationId),
    }
  },
  cases: {
    'integrations.list': { graphql: () => ({ query: '{ integrations { nodes { id } } }', variables: {} }) },
    'integrations.get: a public integration': inIntegration(({ publicName }) => publicName, 'id'),
    'integrations.get: a private integration': inPrivate('id'),
    'integrations.publish': change('publishIntegration', ['integrationName'], ({ organizationId }) => ({
      organization: organizationId,
      ...manifest(),
    })),
    'integrations.unpublish': change('unpublishIntegration', ['integrationName']),
    'integrations.setDevelopment': change('setIntegrationDevelopment', ['integrationName'], () => ({
      tunnelUrl: 'https://tunnel.example/',
    })),
    'integrations.endDevelopment': change('endIntegrationDevelopment', ['integrationName']),
    'integrations.queueTask': change('queueIntegrationTask', ['integrationName'], () => ({
      task: { count: 1 },
    })),
    'integrations.render': change('renderIntegration', ['integrationName'], () => ({
      componentId: 'pets',
      props: {},
      context: { type: 'document' },
    })),
    'integrations.listScriptsOfSpace': { graphql: inSpace('integrationScripts { script }') },
    'integrationEvents.list': inPrivate(`events ${LIST}`),
    'integrationEvents.get': {
      params: ({ integrationEventId }) => ({ eventId: integrationEventId }),
      graphql: ({ integrationEventId: id }) => read({ id }, 'integrationEvent(id: $id) { id }'),
    },
    'integrations.listOfOrganization': { graphql: inOrganization(`integrations ${LIST}`) },
    'integrations.listOfSpace': { graphql: inSpace(`integrations ${LIST}`) },
    'integrations.listOfSite': {
      graphql: ({ siteId: id }) => read({ id }, `site(id: $id) { integrations ${LIST} }`),
    },
    'integrations.listScripts': {
      graphql: ({ siteId: id }) => read({ id }, 'site(id: $id) { integrationScripts { script } }'),
    },
    'integrations.listBlocks': { graphql: inSpace('integrationBlocks { name }') },
    'embeds.get': {
      query: { url: 'https://pets.example/1' },
      graphql: () => ({ query: '{ embed(url: "https://pets.example/1") { title } }', variables: {} }),
    },
    'embeds.getInSpace': {
      query: { url: 'https://pets.example/1' },
      graphql: inSpace('embed(url: "https://pets.example/1") { title }'),
    },
    'integrationInstallations.list': inPrivate(`installations ${LIST}`),
    'integrationInstallations.listOfOrganization': { graphql: inOrganization(`installations ${LIST}`) },
    'integrationInstallations.listStatuses': { graphql: inOrganization(`integrationStatuses ${LIST}`) },
    'integrationInstallations.getStatus': {
      graphql: (names) =>
        inOrganization(`integrationStatus(name: "${names.integrationName}") { installed }`)(names),
    },
    'integrationInstallations.install': {
      params: ({ publicName }) => ({ integrationName: publicName }),
      body: ({ organizationId }) => ({ organization: organizationId }),
      graphql: ({ publicName, organizationId }) =>
        write('installIntegration', { integrationName: publicName, organization: organizationId }),
    },
    'integrationInstallations.get': {
      graphql: ({ installationId: id }) => read({ id }, 'integrationInstallation(id: $id) { id }'),
    },
    'integrationInstallations.update': change('updateIntegrationInstallation', ['installationId'], () => ({
      externalIds: ['changed'],
    })),
    'integrationInstallations.uninstall': change('uninstallIntegration', ['installationId']),
    ...placements('space', ({ spaceId }) => spaceId),
    ...placements('site', ({ installedSiteId }) => installedSiteId),
  },
  targets: {
    integration: {
      type: 'Integration',
      id: ({ integrationId }) => integrationId,
      path: ({ integrationName }) => `/integrations/${integrationName}`,
      bits: {
        admin: [
          'integrations.publish',
          'integrations.unpublish',
          'integrations.setDevelopment',
          'integrations.endDevelopment',
          'integrations.queueTask',
          'integrations.render',
          'integrationEvents.list',
          'integrationEvents.get',
        ],
        install: ['integrationInstallations.install'],
      },
    },
  },
  bits: {
    'organization.listIntegrations': ['integrations.listOfOrganization', 'integrations.listOfSite'],
    'organization.listInstallations': [
      'integrationInstallations.listOfOrganization',
      'integrationInstallations.listStatuses',
      'integrationInstallations.getStatus',
      'integrationInstallations.get',
    ],
    'organization.installIntegration': [
      'integrationInstallations.install',
      'integrationInstallations.update',
      'integrationInstallations.uninstall',
      ...ofPlacements,
    ],
    'space.installIntegration': ['integrations.listOfSpace'],
    'space.access': ['integrations.listScriptsOfSpace'],
    'site.installIntegration': ['integrations.listOfSite'],
  },
}
