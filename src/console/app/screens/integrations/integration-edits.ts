import { graphql } from 'react-relay/hooks'
import type { integrationEditsInstallMutation } from '#console/integrationEditsInstallMutation.graphql.ts'
import type { integrationEditsRemoveSiteMutation } from '#console/integrationEditsRemoveSiteMutation.graphql.ts'
import type { integrationEditsRemoveSpaceMutation } from '#console/integrationEditsRemoveSpaceMutation.graphql.ts'
import type { integrationEditsSiteMutation } from '#console/integrationEditsSiteMutation.graphql.ts'
import type { integrationEditsSpaceMutation } from '#console/integrationEditsSpaceMutation.graphql.ts'
import type { integrationEditsUninstallMutation } from '#console/integrationEditsUninstallMutation.graphql.ts'
import type { integrationEditsUpdateMutation } from '#console/integrationEditsUpdateMutation.graphql.ts'
import type { integrationEditsUpdateSiteMutation } from '#console/integrationEditsUpdateSiteMutation.graphql.ts'
import type { integrationEditsUpdateSpaceMutation } from '#console/integrationEditsUpdateSpaceMutation.graphql.ts'
import { mutate } from '../../relay/mutate.ts'

/** The values of a configuration by the names of its properties. */
export type Configuration = Readonly<Record<string, unknown>>

export const install = (integrationName: string, organization: string) =>
  mutate<integrationEditsInstallMutation>(
    graphql`
      mutation integrationEditsInstallMutation($input: InstallIntegrationInput!) {
        installIntegration(input: $input) {
          installation {
            id
          }
        }
      }
    `,
    { input: { integrationName, organization } },
  )

export const update = (input: integrationEditsUpdateMutation['variables']['input']) =>
  mutate<integrationEditsUpdateMutation>(
    graphql`
      mutation integrationEditsUpdateMutation($input: UpdateIntegrationInstallationInput!) {
        updateIntegrationInstallation(input: $input) {
          installation {
            id
            version
            configuration
            spaceSelection
            siteSelection
            ...InstallationStatus_installation
          }
        }
      }
    `,
    { input },
  )

export const uninstall = (installationId: string) =>
  mutate<integrationEditsUninstallMutation>(
    graphql`
      mutation integrationEditsUninstallMutation($input: UninstallIntegrationInput!) {
        uninstallIntegration(input: $input) {
          deletedId
        }
      }
    `,
    { input: { installationId } },
  )

/** What an integration is installed on, besides the organization. */
export type PlaceKind = 'space' | 'site'

const addSpace = (installationId: string, space: string) =>
  mutate<integrationEditsSpaceMutation>(
    graphql`
      mutation integrationEditsSpaceMutation($input: InstallIntegrationOnSpaceInput!) {
        installIntegrationOnSpace(input: $input) {
          spaceInstallation {
            status
          }
        }
      }
    `,
    { input: { installationId, space } },
  )

const addSite = (installationId: string, siteId: string) =>
  mutate<integrationEditsSiteMutation>(
    graphql`
      mutation integrationEditsSiteMutation($input: InstallIntegrationOnSiteInput!) {
        installIntegrationOnSite(input: $input) {
          siteInstallation {
            status
          }
        }
      }
    `,
    { input: { installationId, siteId } },
  )

const removeSpace = (installationId: string, spaceId: string) =>
  mutate<integrationEditsRemoveSpaceMutation>(
    graphql`
      mutation integrationEditsRemoveSpaceMutation($input: UninstallIntegrationFromSpaceInput!) {
        uninstallIntegrationFromSpace(input: $input) {
          deletedId
        }
      }
    `,
    { input: { installationId, spaceId } },
  )

const removeSite = (installationId: string, siteId: string) =>
  mutate<integrationEditsRemoveSiteMutation>(
    graphql`
      mutation integrationEditsRemoveSiteMutation($input: UninstallIntegrationFromSiteInput!) {
        uninstallIntegrationFromSite(input: $input) {
          deletedId
        }
      }
    `,
    { input: { installationId, siteId } },
  )

const configureSpace = (installationId: string, spaceId: string, configuration: Configuration) =>
  mutate<integrationEditsUpdateSpaceMutation>(
    graphql`
      mutation integrationEditsUpdateSpaceMutation($input: UpdateIntegrationSpaceInstallationInput!) {
        updateIntegrationSpaceInstallation(input: $input) {
          spaceInstallation {
            status
          }
        }
      }
    `,
    { input: { installationId, spaceId, configuration } },
  )

const configureSite = (installationId: string, siteId: string, configuration: Configuration) =>
  mutate<integrationEditsUpdateSiteMutation>(
    graphql`
      mutation integrationEditsUpdateSiteMutation($input: UpdateIntegrationSiteInstallationInput!) {
        updateIntegrationSiteInstallation(input: $input) {
          siteInstallation {
            status
          }
        }
      }
    `,
    { input: { installationId, siteId, configuration } },
  )

export const places = {
  space: { add: addSpace, remove: removeSpace, configure: configureSpace },
  site: { add: addSite, remove: removeSite, configure: configureSite },
} as const
