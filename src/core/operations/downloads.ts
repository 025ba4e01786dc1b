import type { z } from 'zod'
import type { Database } from '../../platform/database.ts'
import type { ObjectStore } from '../../platform/files/object-store.ts'
import type { StoredBytes } from '../../platform/stored-bytes.ts'
import type { Settings } from '../settings.ts'

/** A file at a URL. Its bytes have not been read yet. */
export interface Download {
  /** A key of the bytes that changes with them. */
  tag: string
  /**
   * The headers of `open`, where its bytes may have to be made first: a response begins with them before the bytes
   * exist. Absent where bytes always exist.
   */
  headers?: Record<string, string>
  /**
   * The bytes, and headers that keep browsers from executing them; null when they are gone. Work beyond
   * reading them is charged before it begins.
   */
  open(charge: Charge): Promise<OpenedDownload | null>
  /**
   * Starts to make the bytes if they do not exist, and returns the progress; null when they exist. For clients that do
   * not wait (`Prefer: respond-async`). Absent where bytes always exist.
   */
  progress?(charge: Charge): Promise<DownloadProgress | null>
}

/** A document at a URL that is made while it is sent, and kept nowhere. */
export interface StreamedDownload {
  headers: Record<string, string>
  /** Its texts. They are charged before the first of them is made. */
  stream(charge: Charge): Promise<AsyncIterable<string>>
}

/** Charges points before work begins, or throws rate_limited. */
export type Charge = (points: number) => Promise<void>

export interface OpenedDownload {
  bytes: StoredBytes
  headers: Record<string, string>
}

/** How many parts are made, and of how many. None while it waits for others. */
export interface DownloadProgress {
  done: number
  total: number
}

/** Finds the file at a path, after its signature was checked. The signal aborts when the client disconnects. */
export type FindDownload = (
  params: Record<string, string>,
  signal: AbortSignal,
) => Promise<Download | StreamedDownload | null>

/** Bytes that a module serves without a token, at signed paths by default. */
export interface Downloads {
  /** By the pattern of their path. */
  readonly paths: Readonly<Record<string, FindDownload>>
  /** Bytes that anyone can read, at paths without a signature. */
  readonly open?: Readonly<Record<string, FindDownload>>
  /** Stops work in progress. */
  close?(): Promise<void>
}

export interface DownloadOptions {
  readonly database: Database
  readonly files: ObjectStore | null
  readonly now: () => Date
  readonly settings: Settings
}

/** A path of downloads in the OpenAPI document. */
export interface DescribedDownload {
  /** Its parameters are named in braces. */
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly contentType: string
}

/** A request that the server sends to others, as the OpenAPI document describes it. */
export interface DescribedMessage {
  /** Its name among all that are sent. */
  readonly name: string
  readonly summary: string
  readonly body: z.ZodType
}
