import { graphql } from 'react-relay/hooks'
import type { accountActionsDisableMutation } from '#console/accountActionsDisableMutation.graphql.ts'
import type { accountActionsEnableMutation } from '#console/accountActionsEnableMutation.graphql.ts'
import type { accountActionsSessionsMutation } from '#console/accountActionsSessionsMutation.graphql.ts'
import type { accountActionsTokensMutation } from '#console/accountActionsTokensMutation.graphql.ts'
import { mutate } from '../../relay/mutate.ts'

/** Signs a person out everywhere. Fulfilled with the number of sessions. */
export async function endSessions(userId: string): Promise<number> {
  const { endUserSessions } = await mutate<accountActionsSessionsMutation>(
    graphql`
      mutation accountActionsSessionsMutation($input: EndUserSessionsInput!) {
        endUserSessions(input: $input) {
          count
        }
      }
    `,
    { input: { userId } },
  )
  return endUserSessions?.count ?? 0
}

/** Revokes all API tokens of a person. Fulfilled with their number. */
export async function revokeTokens(userId: string): Promise<number> {
  const { revokeUserApiTokens } = await mutate<accountActionsTokensMutation>(
    graphql`
      mutation accountActionsTokensMutation($input: RevokeUserApiTokensInput!) {
        revokeUserApiTokens(input: $input) {
          count
        }
      }
    `,
    { input: { userId } },
  )
  return revokeUserApiTokens?.count ?? 0
}

/** Keeps a person from signing in, and ends what they are signed in with. */
export const disableAccount = (userId: string) =>
  mutate<accountActionsDisableMutation>(
    graphql`
      mutation accountActionsDisableMutation($input: DisableUserInput!) {
        disableUser(input: $input) {
          count
        }
      }
    `,
    { input: { userId } },
  )

export const enableAccount = (userId: string) =>
  mutate<accountActionsEnableMutation>(
    graphql`
      mutation accountActionsEnableMutation($input: EnableUserInput!) {
        enableUser(input: $input) {
          user {
            id
          }
        }
      }
    `,
    { input: { userId } },
  )
