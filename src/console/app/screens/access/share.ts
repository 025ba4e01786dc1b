import { graphql } from 'react-relay/hooks'
import type { PermissionTargetInput, Role, shareMutation } from '#console/shareMutation.graphql.ts'
import { mutate } from '../../relay/mutate.ts'

const mutation = graphql`
  mutation shareMutation($input: GrantPermissionsInput!) {
    grantPermissions(input: $input) {
      target {
        ... on Space {
          id
        }
        ... on Collection {
          id
        }
      }
    }
  }
`

export interface Principals {
  readonly users?: readonly string[]
  readonly teams?: readonly string[]
}

/** Shares a space or a collection with people and teams, or no longer does so (null). */
export const share = (target: PermissionTargetInput, principals: Principals, role: Role | null) =>
  mutate<shareMutation>(mutation, { input: { target, role, ...principals } })
