import {
  createOperationDescriptor,
  fetchQuery,
  type GraphQLTaggedNode,
  getRequest,
  type OperationType,
  type Variables,
} from 'relay-runtime'
import { openLiveView } from '../../../client/live-view.ts'
import { environment } from '../relay/environment.ts'
import { forgetReads } from '../relay/reads.ts'
import { codeOf } from '../relay/request-error.ts'
import { rereadShown } from '../relay/use-screen-query.ts'
import { signInAgain } from '../sign-in/sign-in-again.ts'
import { noteAccessChanged, noteDeleted } from './access-changed.ts'
import { connection } from './connection.ts'

interface Followed<Event> {
  /** A subscription that selects `cursor`, with the variable `$after: String`. */
  subscription: GraphQLTaggedNode
  variables: Variables
  /** Reads the cursor from which the events are sent. */
  readCursor: () => Promise<string>
  /** Called once the first cursor is known: what was read before it can lack something that no event will tell. */
  onStart?: () => void
  /** Called where the cursor is too old to resume from: everything shown has to be read again. Not called at the start. */
  onGap: () => void
  /** Called once for every event, after its resources are in the store. */
  onEvent: (event: Event) => void
}

/** Follows what others do: every event writes its resources to the store. */
export function follow<Event extends { cursor: string }>(followed: Followed<Event>): () => void {
  const { subscription, variables, readCursor, onStart, onGap, onEvent } = followed
  const request = getRequest(subscription)
  const operation = createOperationDescriptor(request, { ...variables, after: null })
  const field = rootOf(request)
  let isFirst = true
  let close = () => {}
  let isClosed = false
  const open = () => {
    const view = openLiveView<Event>({
      connection,
      subscription: request,
      variables,
      readCursor,
      readSnapshot: async () => {
        // The screens read what they show themselves; only a gap makes them read it again.
        if (isFirst) onStart?.()
        else onGap()
        isFirst = false
      },
      onEvent: (event) => {
        forgetReads()
        environment.commitPayload(operation, { [field]: event })
        onEvent(event)
      },
    })
    close = view.close
    view.ended.catch((error: unknown) => {
      if (isClosed) return
      // The view goes on once somebody is signed in again. Without access, the screens say so when they read.
      if (codeOf(error) === 'UNAUTHENTICATED') return void signInAgain('ended').then(open)
      if (codeOf(error) === 'FORBIDDEN') noteAccessChanged()
      if (codeOf(error) === 'NOT_FOUND') noteDeleted()
      rereadShown()
    })
  }
  open()
  return () => {
    isClosed = true
    close()
  }
}

/** The name of the one field of a subscription. */
function rootOf(request: ReturnType<typeof getRequest>): string {
  const [selection] = request.operation.selections
  const { alias, name } = selection as { alias?: string | null; name: string }
  return alias ?? name
}

/** Reads one value with a query that is not kept. */
export async function readOnce<Query extends OperationType>(
  query: GraphQLTaggedNode,
  variables: Query['variables'],
): Promise<Query['response']> {
  const data = await fetchQuery<Query>(environment, query, variables, {
    fetchPolicy: 'network-only',
  }).toPromise()
  if (!data) throw new Error('The server sent nothing.')
  return data
}
