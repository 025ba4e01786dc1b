import {
  type Outbound,
  OutboundFailed,
  type OutboundFailure,
  OutboundRefused,
  type OutboundRequest,
  type OutboundResponse,
  type PinnedUrl,
} from '../../../platform/outbound.ts'
import { receivedBytes } from '../../../platform/workers/thread-bytes.ts'
import type { TaskContext } from '../../../platform/workers/worker-tasks.ts'

/** A request that a worker passes to the main thread. A signal cannot be transferred, so the remaining time is. */
export interface FetchQuestion {
  url: string
  request: Omit<OutboundRequest, 'signal' | 'receive'>
}

export type FetchAnswer =
  | { response: OutboundResponse }
  | { refused: string }
  | { failed: OutboundFailure; message: string }

/** The guarded client in a worker: the main thread sends the requests. */
export class ThreadOutbound implements Outbound {
  readonly #ask: TaskContext['ask']

  constructor(ask: TaskContext['ask']) {
    this.#ask = ask
  }

  async fetch(
    url: string | URL,
    { signal, receive: _receive, ...request }: OutboundRequest = {},
  ): Promise<OutboundResponse> {
    signal?.throwIfAborted()
    const question: FetchQuestion = { url: String(url), request }
    const answer = await this.#ask<FetchAnswer>(question)
    if ('refused' in answer) throw new OutboundRefused(answer.refused)
    if ('failed' in answer) throw new OutboundFailed(answer.failed, answer.message)
    const { body } = answer.response
    return { ...answer.response, body: receivedBytes(body) }
  }

  pin(): Promise<PinnedUrl> {
    throw new Error('A worker cannot make connections of its own.')
  }
}

/** The part of the guarded client on the main thread. */
export async function answerFetch(
  outbound: Outbound,
  { url, request }: FetchQuestion,
  signal: AbortSignal | undefined,
): Promise<FetchAnswer> {
  try {
    return { response: await outbound.fetch(url, { ...request, signal }) }
  } catch (error) {
    if (error instanceof OutboundRefused) return { refused: error.message }
    if (error instanceof OutboundFailed) return { failed: error.code, message: error.message }
    throw error
  }
}
