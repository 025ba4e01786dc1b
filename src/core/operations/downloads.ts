import type { Database } from '../../platform/database.ts'
import type { StoredBytes } from '../../platform/stored-bytes.ts'

/** A file at a URL. Its bytes have not been read yet. */
export interface Download {
  /** A key of the bytes that changes with them. */
  tag: string
  /**
   * The bytes, and headers that keep browsers from executing them; null when they are gone. Work beyond
   * reading them is charged before it begins.
   */
  open(
    charge: (points: number) => Promise<void>,
  ): Promise<{ bytes: StoredBytes; headers: Record<string, string> } | null>
}

/** Finds the file at a path, after its signature was checked. The signal aborts when the client disconnects. */
export type FindDownload = (params: Record<string, string>, signal: AbortSignal) => Promise<Download | null>

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
  readonly now: () => Date
}
