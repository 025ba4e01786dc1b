import type { Facts } from '../../core/operations/module.ts'
import { NAME } from './names.ts'

export const facts = {
  sealed: { Integration: 'sealedSecrets' },
  ids: {
    Integration: 'int',
    IntegrationInstallation: 'ins',
    IntegrationPlacement: 'plc',
    IntegrationEvent: 'iev',
  },
  events: {
    'integration.published': {
      audience: 'members',
      description: 'A version of an integration was published.',
    },
    'integration.unpublished': { audience: 'members', description: 'An integration was unpublished.' },
    'integration.development_started': {
      audience: 'admins',
      description: 'The events of an integration are sent to a tunnel of its author.',
    },
    'integration.development_ended': {
      audience: 'admins',
      description: 'The events of an integration are no longer sent to a tunnel.',
    },
    'integration.installed': {
      audience: 'admins',
      description: 'An integration was installed in the organization, on a space or on a site.',
    },
    'integration.configured': {
      audience: 'admins',
      description: 'The configuration or the selection of an installed integration was changed.',
    },
    'integration.uninstalled': {
      audience: 'admins',
      description: 'An integration was uninstalled from the organization, a space or a site.',
    },
  },
  scopes: {
    'integration:read': 'Read integrations.',
    'integration:publish': 'Publish integrations.',
    'integration:delete': 'Unpublish integrations.',
    'integration:installations:read': 'Read the installations of integrations and their configurations.',
    'integration:installations:write': 'Install, configure and uninstall integrations.',
  },
  labels: {
    Integration: {
      scope: 'integration:read',
      select: `SELECT x."id", NULL AS "organizationId", ${NAME} AS "label" FROM "Integration" x WHERE x."id" = ANY($1)`,
    },
    IntegrationInstallation: {
      scope: 'integration:installations:read',
      select: `SELECT n."id", n."organizationId", ${NAME} AS "label" FROM "IntegrationInstallation" n
        JOIN "Integration" x ON x."id" = n."integrationId" WHERE n."id" = ANY($1)`,
    },
  },
  references: { installation: 'IntegrationInstallation' },
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    integrations: typeof facts
  }
}
