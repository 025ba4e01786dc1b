import { builder } from '../../../graphql/builder.ts'
import { versionDescription } from '../../../graphql/conditions.ts'
import { connection, connectionType } from '../../../graphql/connection.ts'
import { deletedPayload, mutation, nestedField } from '../../../graphql/field.ts'
import { ScriptLoadingType, scriptLoadingOf } from '../../site-visitors/index.ts'
import { requiredSite, SiteType } from '../../sites/index.ts'
import { requiredSpace, SpaceType } from '../../spaces/index.ts'
import { IntegrationType } from '../integrations.graphql.ts'
import { InstallationType } from './installations.graphql.ts'
import { type PlacementRow, requiredInstallation, siteOf } from './installations.loaders.ts'
import { addInstalledFields } from './installed-fields.graphql.ts'
import { onSites, onSpaces, type PlacementOperations } from './placements.service.ts'

type Noun = 'space' | 'site'
const titleOf = (noun: Noun) => (noun === 'space' ? 'Space' : 'Site')

/** The type of installations on one kind of place. */
const placementType = (noun: Noun) => {
  const ref = builder.objectRef<PlacementRow>(`Integration${titleOf(noun)}Installation`)
  ref.implement({
    description: `An integration that is installed on a ${noun}.`,
    fields: (t) => ({
      version: t.exposeInt('version', { description: versionDescription }),
      installation: t.field({
        type: InstallationType,
        description: 'The installation in the organization.',
        resolve: ({ installationId }, _args, { caller }) => caller.load(requiredInstallation, installationId),
      }),
    }),
  })
  addInstalledFields(ref, noun)
  return ref
}

const SpaceInstallationType = placementType('space')
const SiteInstallationType = placementType('site')

builder.objectFields(SpaceInstallationType, (t) => ({
  space: t.field({
    type: SpaceType,
    nullable: true,
    description: 'The space.',
    resolve: ({ spaceId }, _args, { caller }) => caller.load(requiredSpace, spaceId ?? ''),
  }),
}))
builder.objectFields(SiteInstallationType, (t) => ({
  site: t.field({
    type: SiteType,
    nullable: true,
    description: 'The site.',
    resolve: ({ siteId }, _args, { caller }) => caller.load(requiredSite, siteId ?? ''),
  }),
  scriptLoading: t.field({
    type: ScriptLoadingType,
    description: 'Whether pages of the site load scripts of integrations.',
    resolve: (row, _args, { urls }) => scriptLoadingOf(urls, siteOf(row)),
  }),
}))

/** The fields and mutations of installations on one kind of place. */
function bindPlacements(
  noun: Noun,
  operations: PlacementOperations,
  type: typeof SpaceInstallationType,
): void {
  const { list, listOfIntegration, get, install, update, uninstall } = operations
  const title = titleOf(noun)
  const listed = connectionType(`Integration${title}Installation`, type)
  const omit = ['integrationName']
  const row = { type, description: `The installation on the ${noun}.`, from: (each: PlacementRow) => each }
  connection(InstallationType, `${noun}s`, list, {
    type: listed,
    description: `The ${noun}s that it was installed on one by one, oldest first.`,
  })
  connection(IntegrationType, `${noun}Installations`, listOfIntegration, {
    type: listed,
    description: `The ${noun}s of organizations that you administrate on which it was installed, oldest first.`,
  })
  nestedField(InstallationType, `${noun}Installation`, get, {
    type,
    isLookup: true,
    description: `The installation on a ${noun}. Null if it is not installed there.`,
    given: ({ id }) => ({ installationId: id }),
    givenNames: ['installationId'],
    omit: ['integrationName', 'extended'],
  })
  mutation(`installIntegrationOn${title}`, install, {
    description: `Installs an integration on a ${noun}.`,
    omit,
    payload: { [`${noun}Installation`]: row },
  })
  mutation(`updateIntegration${title}Installation`, update, {
    description: `Configures an integration on a ${noun}.`,
    omit,
    payload: { [`${noun}Installation`]: row },
  })
  mutation(`uninstallIntegrationFrom${title}`, uninstall, {
    description: `Uninstalls an integration from a ${noun}. Succeeds if it was uninstalled before.`,
    omit,
    payload: deletedPayload(`The ID of the ${noun}.`),
  })
}

bindPlacements('space', onSpaces, SpaceInstallationType)
bindPlacements('site', onSites, SiteInstallationType)
