import {
  DefaultHandlerProvider,
  Environment,
  type FetchFunction,
  type GraphQLResponse,
  Network,
  RecordSource,
  type Variables,
} from 'relay-runtime'
import { listHandler } from './list-handler.ts'
import { NewestStore } from './newest-store.ts'
import { keyOfRead, noteArrival, noteRead } from './reads.ts'
import { noteRefused } from './refused.ts'
import { codeOf } from './request-error.ts'
import { send } from './send.ts'

/** The results of this many screens are kept, so that going back to one shows it at once. */
const KEPT_SCREENS = 40

/** With a key of its own, a mutation that is sent twice is done once. */
function withKey(variables: Variables): Variables {
  const { input } = variables as { input?: { idempotencyKey?: string } }
  if (!input || input.idempotencyKey) return variables
  return { ...variables, input: { ...input, idempotencyKey: crypto.randomUUID() } }
}

const fetchFunction: FetchFunction = async (request, variables, { metadata }) => {
  const isMutation = request.operationKind === 'mutation'
  const key = keyOfRead(request.name, variables)
  if (!isMutation) noteRead(key)
  const given = isMutation ? withKey(variables) : variables
  const answer = await send({ params: request }, given, metadata?.isKept === true).catch((error: unknown) => {
    if (isMutation && codeOf(error) === 'FORBIDDEN') noteRefused()
    throw error
  })
  noteArrival(key)
  return answer as GraphQLResponse
}

export const environment = new Environment({
  network: Network.create(fetchFunction),
  handlerProvider: (name) => (name === 'connection' ? listHandler : DefaultHandlerProvider(name)),
  store: new NewestStore(new RecordSource(), { gcReleaseBufferSize: KEPT_SCREENS }),
})
