import { commitMutation, type MutationConfig, type MutationParameters } from 'relay-runtime'
import { environment } from './environment.ts'

/** Sends a mutation, and returns what it answers. */
export const mutate = <Mutation extends MutationParameters>(
  mutation: MutationConfig<Mutation>['mutation'],
  variables: Mutation['variables'],
  updater?: MutationConfig<Mutation>['updater'],
): Promise<Mutation['response']> =>
  new Promise((resolve, reject) => {
    commitMutation<Mutation>(environment, {
      mutation,
      variables,
      ...(updater && { updater }),
      onCompleted: resolve,
      onError: reject,
    })
  })
