import { commitMutation, graphql } from 'react-relay/hooks'
import type { marksMutation } from '#console/marksMutation.graphql.ts'
import type { marksMuteMutation } from '#console/marksMuteMutation.graphql.ts'
import type { marksUnmuteMutation } from '#console/marksUnmuteMutation.graphql.ts'
import { toast } from '../../parts/toasts.ts'
import { environment } from '../../relay/environment.ts'
import { texts } from '../../texts/index.ts'

type Status = marksMutation['variables']['input']['status']

/** A notification that somebody marks. */
export interface Marked {
  readonly id: string
  readonly status: Status
}

const fail = ({ message }: Error) => toast(texts.inbox.failed(message))

function send(input: marksMutation['variables']['input'], onDone = () => {}): void {
  commitMutation<marksMutation>(environment, {
    mutation: graphql`
      mutation marksMutation($input: MarkNotificationsInput!) {
        markNotifications(input: $input) {
          changedCount
          notifications {
            id
            status
          }
        }
      }
    `,
    variables: { input },
    optimisticUpdater: (store) => {
      for (const id of input.notificationIds ?? []) store.get(id)?.setValue(input.status, 'status')
    },
    onCompleted: onDone,
    onError: fail,
  })
}

/** Sets the status of a notification, at once on the screen. */
export const mark = (id: string, status: Status): void => send({ notificationIds: [id], status })

/** Takes a notification out of the inbox. It can be put back. */
export function markDone({ id, status }: Marked): void {
  mark(id, 'DONE')
  toast(texts.inbox.done, { label: texts.inbox.undo, run: () => mark(id, status) })
}

/** Marks everything in the inbox up to a cursor, so that what comes meanwhile stays as it is. */
export function markAll(status: Status, upTo: string): void {
  send({ status, upTo }, () => toast(status === 'DONE' ? texts.inbox.allDone : texts.inbox.allRead))
}

/** Ends notifications of a thread or a space. */
export function mute(targetId: string, said: string): void {
  commitMutation<marksMuteMutation>(environment, {
    mutation: graphql`
      mutation marksMuteMutation($input: MuteNotificationsInput!) {
        muteNotifications(input: $input) {
          mute {
            targetId
          }
        }
      }
    `,
    variables: { input: { targetId } },
    onCompleted: () => toast(said, { label: texts.inbox.undo, run: () => unmute(targetId) }),
    onError: fail,
  })
}

export function unmute(targetId: string, onDone = () => {}): void {
  commitMutation<marksUnmuteMutation>(environment, {
    mutation: graphql`
      mutation marksUnmuteMutation($input: UnmuteNotificationsInput!) {
        unmuteNotifications(input: $input) {
          deletedId
        }
      }
    `,
    variables: { input: { targetId } },
    onCompleted: onDone,
    onError: fail,
  })
}
