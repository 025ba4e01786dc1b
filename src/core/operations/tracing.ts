import type { WorkOrigin } from '../../platform/observing/origin.ts'
import { type Span, within } from '../../platform/observing/span.ts'
import { outboundWithin } from '../../platform/outbound/observed.ts'
import type { Tools } from './context.ts'

/** Runs the operation of a request as a span, to which everything with this origin belongs from now on. */
export function duringOperation<Result>(origin: WorkOrigin, work: () => Promise<Result>): Promise<Result> {
  const { span, operation } = origin
  if (!span) return work()
  return within(span, operation, (own) => {
    origin.span = own
    origin.spanOf = operation
    return work()
  })
}

/** Runs one of several operations of a request as a span of its own. */
export function withinOperation<Result>(
  origin: WorkOrigin,
  id: string,
  work: (origin: WorkOrigin) => Promise<Result>,
): Promise<Result> {
  const { span, spanOf } = origin
  if (!span || spanOf === id) return work(origin)
  return within(span, id, (own) => work({ ...origin, span: own, spanOf: id }))
}

export const toolsWithin = (tools: Tools, span: Span | undefined): Tools =>
  span ? { ...tools, outbound: outboundWithin(tools.outbound, span), git: tools.git.within(span) } : tools
