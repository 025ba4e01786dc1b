import type { ObjectRef } from '@pothos/core'
import { builder, type Types } from '../../../graphql/builder.ts'
import { graphqlEnum } from '../../../graphql/enums.ts'
import { statusOf } from './configuration.ts'
import type { InstallationRow, PlacementRow } from './installations.loaders.ts'
import { Status } from './installations.model.ts'

export const StatusEnum = graphqlEnum(
  'IntegrationInstallationStatus',
  Status,
  'Whether an installation works.',
  {
    active: 'It is configured.',
    pending: 'Its configuration is not complete.',
    paused: 'Not used by this server, which never pauses installations.',
  },
)

/** Adds the fields that an installation has in an organization and on a place alike. */
export function addInstalledFields(
  ref: ObjectRef<Types, InstallationRow | PlacementRow>,
  kind: Parameters<typeof statusOf>[1],
): void {
  builder.objectFields(ref, (t) => ({
    integrationName: t.exposeString('integrationName', { description: 'The name of the integration.' }),
    status: t.field({
      type: StatusEnum,
      description: 'Whether it works.',
      resolve: ({ declarations, configuration }) => statusOf(declarations, kind, configuration),
    }),
    configuration: t.field({
      type: 'JSON',
      description: 'The values by the names of the properties that the integration declares.',
      resolve: ({ configuration }) => configuration,
    }),
    externalIds: t.exposeStringList('externalIds', { description: 'IDs of other systems.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was installed.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
  }))
}
