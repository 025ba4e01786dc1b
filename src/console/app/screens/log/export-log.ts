import { graphql } from 'react-relay/hooks'
import { readInlineData } from 'relay-runtime'
import type { exportLog_event$key } from '#console/exportLog_event.graphql.ts'

/** An event as it is exported. */
type Exported = Record<(typeof COLUMNS)[number], string>

const fragment = graphql`
  fragment exportLog_event on Event @inline {
    id
    type
    occurredAt
    actor {
      userId
      label
    }
    target {
      type
      subjectId
      label
    }
    space {
      id
      title
    }
    changeRequest {
      number
    }
  }
`

const COLUMNS = [
  'id',
  'time',
  'type',
  'actorId',
  'actor',
  'targetType',
  'targetId',
  'target',
  'spaceId',
  'space',
  'changeRequest',
] as const

function rowOf(event: exportLog_event$key): Exported {
  const { id, type, occurredAt, actor, target, space, changeRequest } = readInlineData(fragment, event)
  return {
    id,
    time: occurredAt,
    type: type.toLowerCase(),
    actorId: actor.userId ?? '',
    actor: actor.label ?? '',
    targetType: target.type.toLowerCase(),
    targetId: target.subjectId,
    target: target.label ?? '',
    spaceId: space?.id ?? '',
    space: space?.title ?? '',
    changeRequest: changeRequest ? String(changeRequest.number) : '',
  }
}

/** A cell of CSV. A text that a spreadsheet would calculate, such as `=1+1`, begins with an apostrophe. */
function cellOf(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

export type Format = 'csv' | 'json'

/** The text of some events, and what stands before, between and after such texts. */
export const formats: Readonly<
  Record<
    Format,
    {
      type: string
      start: string
      between: string
      end: string
      textOf: (events: readonly exportLog_event$key[]) => string
    }
  >
> = {
  csv: {
    type: 'text/csv;charset=utf-8',
    start: `${COLUMNS.join(',')}\r\n`,
    between: '',
    end: '',
    textOf: (events) =>
      events
        .map((event) => {
          const row = rowOf(event)
          return `${COLUMNS.map((column) => cellOf(row[column])).join(',')}\r\n`
        })
        .join(''),
  },
  json: {
    type: 'application/json',
    start: '[\n',
    between: ',\n',
    end: '\n]\n',
    textOf: (events) => events.map((event) => JSON.stringify(rowOf(event))).join(',\n'),
  },
}

/** A part of a log, and where the next one begins. */
export interface ExportPage {
  events: readonly exportLog_event$key[]
  next: string | null
}

/** As many events as one file has: more are exported by period. */
export const MAX_EXPORTED = 10_000

interface ExportOptions {
  format: Format
  read: (after: string | null) => Promise<ExportPage>
  onProgress: (count: number) => void
  signal: AbortSignal
}

/** Reads all events that match the filters, page by page, into a file. */
export async function exportLog({ format, read, onProgress, signal }: ExportOptions) {
  const { type, start, between, end, textOf } = formats[format]
  const parts: string[] = [start]
  let count = 0
  let after: string | null = null
  do {
    const { events, next }: ExportPage = await read(after)
    signal.throwIfAborted()
    if (events.length > 0) parts.push(count > 0 ? between : '', textOf(events))
    count += events.length
    after = next
    onProgress(count)
  } while (after !== null && count < MAX_EXPORTED)
  parts.push(end)
  return { file: new Blob(parts, { type }), count, isCut: after !== null }
}

/** Lets the browser save a file. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has begun to read it by the time that the next task runs.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
