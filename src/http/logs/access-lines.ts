import { type Logger, pino } from 'pino'

/** What a line of the access log says about a request. */
export interface AccessLine {
  method: string
  route: string | null
  /** Absent for requests to published sites. */
  operation?: string | undefined
  status: number
  ms: number
  bytes: number
  user: string | null
  requestId: string
  traceId?: string | undefined
  aborted?: true
}

const { chindingsSym, streamSym, timeSym } = pino.symbols as unknown as Record<string, symbol>

/** The parts of a logger that its lines are made of. */
interface Parts {
  write: (line: string) => void
  time: () => string
  bindings: string
}

function partsOf(log: Logger): Parts {
  const own = log as unknown as Record<symbol, unknown>
  const stream = own[streamSym as symbol] as { write: (line: string) => void }
  return {
    write: (line) => stream.write(line),
    time: own[timeSym as symbol] as () => string,
    bindings: String(own[chindingsSym as symbol]),
  }
}

/**
 * Writes lines of the access log to the stream of a logger. They are the same as those of `log.info(line, 'request')`,
 * for a fraction of the time: all fields are known, none is nested, and none needs to be redacted.
 */
export function accessLines(log: Logger): (line: AccessLine) => void {
  const { write, time, bindings } = partsOf(log)
  const begin = `{"level":${pino.levels.values.info}`
  return ({ method, route, operation, status, ms, bytes, user, requestId, traceId, aborted }) => {
    const named = operation === undefined ? '' : `,"operation":${JSON.stringify(operation)}`
    const traced = traceId === undefined ? '' : `,"traceId":"${traceId}"`
    const ended = aborted ? ',"aborted":true' : ''
    write(
      `${begin}${time()}${bindings},"method":${JSON.stringify(method)},"route":${JSON.stringify(route)}${named},"status":${status},"ms":${ms},"bytes":${bytes},"user":${JSON.stringify(user)},"requestId":${JSON.stringify(requestId)}${traced}${ended},"msg":"request"}\n`,
    )
  }
}
