import { graphql } from 'react-relay/hooks'
import type { structureEditsAddGroupMutation } from '#console/structureEditsAddGroupMutation.graphql.ts'
import type { structureEditsAddSectionMutation } from '#console/structureEditsAddSectionMutation.graphql.ts'
import type { structureEditsAddSpaceMutation } from '#console/structureEditsAddSpaceMutation.graphql.ts'
import type { structureEditsDefaultMutation } from '#console/structureEditsDefaultMutation.graphql.ts'
import type { structureEditsDeleteGroupMutation } from '#console/structureEditsDeleteGroupMutation.graphql.ts'
import type { structureEditsDeleteSectionMutation } from '#console/structureEditsDeleteSectionMutation.graphql.ts'
import type { structureEditsDeleteSpaceMutation } from '#console/structureEditsDeleteSpaceMutation.graphql.ts'
import type { structureEditsGroupMutation } from '#console/structureEditsGroupMutation.graphql.ts'
import type { structureEditsIntoGroupMutation } from '#console/structureEditsIntoGroupMutation.graphql.ts'
import type { structureEditsOutOfGroupMutation } from '#console/structureEditsOutOfGroupMutation.graphql.ts'
import type { structureEditsSectionMutation } from '#console/structureEditsSectionMutation.graphql.ts'
import type { structureEditsSortMutation } from '#console/structureEditsSortMutation.graphql.ts'
import type { structureEditsSpaceMutation } from '#console/structureEditsSpaceMutation.graphql.ts'
import { mutate } from '../../../relay/mutate.ts'

export const sort = (input: structureEditsSortMutation['variables']['input']) =>
  mutate<structureEditsSortMutation>(
    graphql`
      mutation structureEditsSortMutation($input: SortSiteStructureInput!) {
        sortSiteStructure(input: $input) {
          item {
            __typename
          }
        }
      }
    `,
    { input },
  )

export const addSpace = async (input: structureEditsAddSpaceMutation['variables']['input']) => {
  const { addSpaceToSite } = await mutate<structureEditsAddSpaceMutation>(
    graphql`
      mutation structureEditsAddSpaceMutation($input: AddSpaceToSiteInput!) {
        addSpaceToSite(input: $input) {
          siteSpace {
            id
          }
        }
      }
    `,
    { input },
  )
  return addSpaceToSite?.siteSpace.id ?? ''
}

export const addSection = async (input: structureEditsAddSectionMutation['variables']['input']) => {
  const { addSectionToSite } = await mutate<structureEditsAddSectionMutation>(
    graphql`
      mutation structureEditsAddSectionMutation($input: AddSectionToSiteInput!) {
        addSectionToSite(input: $input) {
          section {
            id
          }
        }
      }
    `,
    { input },
  )
  return addSectionToSite?.section.id ?? ''
}

export const addGroup = async (input: structureEditsAddGroupMutation['variables']['input']) => {
  const { addSectionGroupToSite } = await mutate<structureEditsAddGroupMutation>(
    graphql`
      mutation structureEditsAddGroupMutation($input: AddSectionGroupToSiteInput!) {
        addSectionGroupToSite(input: $input) {
          sectionGroup {
            id
          }
        }
      }
    `,
    { input },
  )
  return addSectionGroupToSite?.sectionGroup.id ?? ''
}

export const updateSpace = (input: structureEditsSpaceMutation['variables']['input']) =>
  mutate<structureEditsSpaceMutation>(
    graphql`
      mutation structureEditsSpaceMutation($input: UpdateSiteSpaceInput!) {
        updateSiteSpace(input: $input) {
          siteSpace {
            id
            version
            path
            condition
          }
        }
      }
    `,
    { input },
  )

export const updateSection = (input: structureEditsSectionMutation['variables']['input']) =>
  mutate<structureEditsSectionMutation>(
    graphql`
      mutation structureEditsSectionMutation($input: UpdateSiteSectionInput!) {
        updateSiteSection(input: $input) {
          section {
            id
            version
            title
            path
            description
            icon
            condition
          }
        }
      }
    `,
    { input },
  )

export const updateGroup = (input: structureEditsGroupMutation['variables']['input']) =>
  mutate<structureEditsGroupMutation>(
    graphql`
      mutation structureEditsGroupMutation($input: UpdateSiteSectionGroupInput!) {
        updateSiteSectionGroup(input: $input) {
          sectionGroup {
            id
            version
            title
            icon
          }
        }
      }
    `,
    { input },
  )

export const chooseDefault = (input: structureEditsDefaultMutation['variables']['input']) =>
  mutate<structureEditsDefaultMutation>(
    graphql`
      mutation structureEditsDefaultMutation($input: UpdateSiteInput!) {
        updateSite(input: $input) {
          site {
            id
            version
          }
        }
      }
    `,
    { input },
  )

export const moveIntoGroup = (sectionId: string, siteSectionGroupId: string) =>
  mutate<structureEditsIntoGroupMutation>(
    graphql`
      mutation structureEditsIntoGroupMutation($input: AddSectionToGroupInput!) {
        addSectionToGroup(input: $input) {
          sectionGroup {
            id
          }
        }
      }
    `,
    { input: { sectionId, siteSectionGroupId } },
  )

export const moveOutOfGroup = (siteSectionId: string, siteSectionGroupId: string) =>
  mutate<structureEditsOutOfGroupMutation>(
    graphql`
      mutation structureEditsOutOfGroupMutation($input: RemoveSectionFromGroupInput!) {
        removeSectionFromGroup(input: $input) {
          sectionGroup {
            id
          }
        }
      }
    `,
    { input: { siteSectionId, siteSectionGroupId } },
  )

export const deleteSpace = (siteSpaceId: string) =>
  mutate<structureEditsDeleteSpaceMutation>(
    graphql`
      mutation structureEditsDeleteSpaceMutation($input: DeleteSiteSpaceInput!) {
        deleteSiteSpace(input: $input) {
          deletedId
        }
      }
    `,
    { input: { siteSpaceId } },
  )

export const deleteSection = (siteSectionId: string) =>
  mutate<structureEditsDeleteSectionMutation>(
    graphql`
      mutation structureEditsDeleteSectionMutation($input: DeleteSiteSectionInput!) {
        deleteSiteSection(input: $input) {
          deletedId
        }
      }
    `,
    { input: { siteSectionId } },
  )

export const deleteGroup = (siteSectionGroupId: string) =>
  mutate<structureEditsDeleteGroupMutation>(
    graphql`
      mutation structureEditsDeleteGroupMutation($input: DeleteSiteSectionGroupInput!) {
        deleteSiteSectionGroup(input: $input) {
          deletedId
        }
      }
    `,
    { input: { siteSectionGroupId } },
  )
