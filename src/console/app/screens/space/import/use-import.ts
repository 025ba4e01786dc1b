import { useEffect, useRef, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { useImportGitQuery } from '#console/useImportGitQuery.graphql.ts'
import type { useImportQuery, useImportQuery$data } from '#console/useImportQuery.graphql.ts'
import { type ChangeRef, openChangeRequest } from '../../../editor/editable-content.ts'
import { readOnce } from '../../../live/follow.ts'
import { texts } from '../../../texts/index.ts'
import { useSpaceEvents } from '../SpaceEvents.tsx'
import type { TreeContent } from '../tree-content.ts'
import { packedFolder } from './packed-folder.ts'
import { importAddress, importFile, importRepository, mergeImport, moveBelow, rootsOf } from './run-import.ts'

/** What somebody wants to import. */
export type Wanted =
  | { kind: 'files'; files: readonly File[]; isFolder: boolean }
  | { kind: 'address'; url: string }
  | { kind: 'git'; url: string; branch: string }

export interface Report {
  imported: number
  skipped: readonly {
    readonly path: string
    readonly reason: string
    readonly line?: number | null | undefined
  }[]
  skippedCount: number
  /** Where the pages are, unless they are in main content. */
  changeRequest: ChangeRef | undefined
}

export type ImportState =
  | { kind: 'idle'; problem?: string }
  | { kind: 'running'; text: string; share?: number | undefined }
  | { kind: 'done'; report: Report }

const importQuery = graphql`
  query useImportQuery($id: ID!) {
    import(id: $id) {
      state
      stage
      done
      total
      error
      importedResources
      skippedResources
      skipped {
        path
        reason
        line
      }
    }
  }
`

const gitQuery = graphql`
  query useImportGitQuery($id: ID!) {
    node(id: $id) {
      ... on GitOperation {
        state
        done
        total
        error
        report {
          created {
            path
          }
          changed {
            path
          }
          refused {
            path
            reason
            line
          }
        }
      }
    }
  }
`

type ImportRow = NonNullable<useImportQuery$data['import']>

/** Imports into a change request, and merges it where main content can be changed directly. */
export function useImport(content: TreeContent, parent: string | undefined) {
  const [state, setState] = useState<ImportState>({ kind: 'idle' })
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  // What runs in the background is read again whenever something is said of it.
  const wakes = useRef(new Set<() => void>())
  const wake = () => {
    for (const each of [...wakes.current]) each()
  }
  useSpaceEvents({ onEvent: ({ type }) => /^(?:IMPORT|GIT)_/.test(type) && wake(), onGap: wake })
  const t = texts.imports

  const ended = async <Row extends { state: string; error?: string | null | undefined }>(
    read: () => Promise<Row | null | undefined>,
    show: (row: Row) => void,
  ): Promise<Row> => {
    for (;;) {
      // Asked for before it is read, so that no event is missed.
      const next = new Promise<void>((resolve) => {
        const each = () => {
          wakes.current.delete(each)
          resolve()
        }
        wakes.current.add(each)
      })
      const row = await read()
      if (!row) throw new Error(t.gone)
      if (row.state === 'FAILURE') throw new Error(row.error ?? t.failed)
      if (row.state === 'SUCCESS') return row
      show(row)
      await next
    }
  }

  const intoChange = async (
    wanted: Exclude<Wanted, { kind: 'git' }>,
    signal: AbortSignal,
  ): Promise<Report> => {
    const name = wanted.kind === 'address' ? wanted.url : (wanted.files[0]?.name ?? '')
    const changeRequest = content.changeRequest ?? (await openChangeRequest(content.spaceId, t.subject(name)))
    const before = parent === undefined ? [] : await rootsOf(changeRequest)
    const ids: string[] = []
    if (wanted.kind === 'address') ids.push(await importAddress(wanted.url, changeRequest, parent))
    else {
      const files = wanted.isFolder ? [await packedFolder(wanted.files)] : wanted.files
      for (const file of files) {
        const onProgress = (share: number) =>
          setState({
            kind: 'running',
            text: share < 1 ? t.sending(file.name) : t.reading,
            share: share < 1 ? share : undefined,
          })
        ids.push(await importFile(content.spaceId, file, { changeRequest, parent, onProgress, signal }))
      }
    }
    const rows: ImportRow[] = []
    for (const id of ids) {
      const read = async () => (await readOnce<useImportQuery>(importQuery, { id })).import
      rows.push(
        await ended(read, ({ stage, done, total }) =>
          setState({ kind: 'running', text: t.stages[stage], share: total ? done / total : undefined }),
        ),
      )
    }
    if (parent !== undefined) await moveBelow(content.spaceId, changeRequest, { before, parent })
    const isDirect = content.changeRequest === undefined && !content.isLocked
    const isMerged = isDirect && (await mergeImport(changeRequest))
    return {
      imported: rows.reduce((sum, row) => sum + row.importedResources, 0),
      skipped: rows.flatMap((row) => row.skipped),
      skippedCount: rows.reduce((sum, row) => sum + row.skippedResources, 0),
      changeRequest: isMerged ? undefined : changeRequest,
    }
  }

  const fromGit = async ({ url, branch }: Extract<Wanted, { kind: 'git' }>): Promise<Report> => {
    const id = await importRepository(content.spaceId, url, branch)
    const read = async () => {
      const { node } = await readOnce<useImportGitQuery>(gitQuery, { id })
      return node?.state ? { ...node, state: node.state } : null
    }
    const { report } = await ended(read, ({ done = 0, total }) =>
      setState({ kind: 'running', text: t.reading, share: total ? done / total : undefined }),
    )
    const { created = [], changed = [], refused = [] } = report ?? {}
    const skipped = refused.map(({ reason, ...rest }) => ({ reason: reason ?? '', ...rest }))
    return {
      imported: created.length + changed.length,
      skipped,
      skippedCount: skipped.length,
      changeRequest: undefined,
    }
  }

  const start = async (wanted: Wanted) => {
    controller.current = new AbortController()
    const { signal } = controller.current
    setState({ kind: 'running', text: t.starting })
    try {
      const report = await (wanted.kind === 'git' ? fromGit(wanted) : intoChange(wanted, signal))
      setState({ kind: 'done', report })
      await content.reread()
    } catch (error) {
      if (!signal.aborted) setState({ kind: 'idle', problem: (error as Error).message })
    }
  }
  return { state, start }
}
