import { openChangeRequest } from '../../../editor/editable-content.ts'
import { toast } from '../../../parts/toasts.ts'
import { texts } from '../../../texts/index.ts'
import type { TreeContent } from '../tree-content.ts'
import { finishImport } from './finish-import.ts'
import type { ImportState, Report, Wanted } from './import-state.ts'
import { forgetImport, type KeptImport, keepImport, keptImports } from './kept-imports.ts'
import { packedFolder } from './packed-folder.ts'
import { importAddress, importFile, importRepository, rootsOf } from './run-import.ts'

/** The content that an import goes to. One import at a time goes to each. */
export const placeOf = ({ spaceId, changeRequest }: TreeContent): string => changeRequest?.id ?? spaceId

const IDLE: ImportState = { kind: 'idle' }
/** By place. They are kept here, so that they go on when their dialog is closed. */
const states = new Map<string, ImportState>()
/** The number of dialogs that show a place. */
const watchers = new Map<string, number>()
const listeners = new Set<() => void>()

export const stateOf = (place: string): ImportState => states.get(place) ?? IDLE

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(place: string, state: ImportState): void {
  if (state === IDLE) states.delete(place)
  else states.set(place, state)
  for (const listener of listeners) listener()
}

/** Notes that a dialog shows a place. Once nobody looks at it any more, what has ended is forgotten. */
export function watch(place: string): () => void {
  watchers.set(place, (watchers.get(place) ?? 0) + 1)
  return () => {
    watchers.set(place, (watchers.get(place) ?? 1) - 1)
    if (stateOf(place).kind !== 'running') change(place, IDLE)
  }
}

/** Says how an import ended to somebody who has closed its dialog. */
function say({ imported, changeRequest }: Report): void {
  const t = texts.importing
  toast([t.imported(imported), changeRequest && t.inChange(changeRequest.number)].filter(Boolean).join(' '))
}

async function run(place: string, work: () => Promise<Report>): Promise<void> {
  const isWatched = () => (watchers.get(place) ?? 0) > 0
  change(place, { kind: 'running', text: texts.importing.starting })
  try {
    const report = await work()
    change(place, { kind: 'done', report })
    if (!isWatched()) say(report)
  } catch (error) {
    const isCancelled = error instanceof DOMException && error.name === 'AbortError'
    const problem = (error as Error).message
    change(place, isCancelled ? IDLE : { kind: 'idle', problem })
    if (!isCancelled && !isWatched()) toast(problem)
  }
}

/** Finishes an import unless another tab of this browser does. */
const finish = async (kept: KeptImport): Promise<Report | null> =>
  await navigator.locks.request(`quire-import ${kept.key}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return null
    try {
      return await finishImport(kept, (state) => change(kept.place, state))
    } finally {
      // Not where the page is left meanwhile: the next one goes on.
      forgetImport(kept)
    }
  })

async function finishOwn(kept: KeptImport): Promise<Report> {
  keepImport(kept)
  const report = await finish(kept)
  // The key is new, so that nobody else can have it.
  if (!report) throw new Error(texts.importing.failed)
  return report
}

const askBeforeLeaving = (event: Event) => event.preventDefault()

/** Sends files one after the other. Only this needs the page: what has been sent, the server imports by itself. */
async function sendFiles(
  place: string,
  { files, isFolder }: Extract<Wanted, { kind: 'files' }>,
  send: (
    file: File,
    progress: { onProgress: (share: number) => void; signal: AbortSignal },
  ) => Promise<string>,
): Promise<string[]> {
  const controller = new AbortController()
  const { signal } = controller
  const cancel = () => controller.abort()
  const t = texts.importing
  const ids: string[] = []
  addEventListener('beforeunload', askBeforeLeaving)
  try {
    for (const file of isFolder ? [await packedFolder(files)] : files) {
      const onProgress = (share: number) =>
        change(
          place,
          share < 1
            ? { kind: 'running', text: t.sending(file.name), share, cancel }
            : { kind: 'running', text: t.reading },
        )
      ids.push(await send(file, { onProgress, signal }))
    }
  } finally {
    removeEventListener('beforeunload', askBeforeLeaving)
  }
  return ids
}

/** Begins an import into the content of a tree, or below a page of it. */
export function startImport(content: TreeContent, parent: string | undefined, wanted: Wanted): Promise<void> {
  const { spaceId } = content
  const place = placeOf(content)
  const base = { key: crypto.randomUUID(), spaceId, place, ids: [], before: [], isMerged: false }
  return run(place, async () => {
    if (wanted.kind === 'git') {
      const operation = await importRepository(spaceId, wanted.url, wanted.branch)
      return finishOwn({ ...base, operation })
    }
    const name = wanted.kind === 'address' ? wanted.url : (wanted.files[0]?.name ?? '')
    const changeRequest =
      content.changeRequest ?? (await openChangeRequest(spaceId, texts.importing.subject(name)))
    const before = parent === undefined ? [] : await rootsOf(changeRequest)
    const ids =
      wanted.kind === 'address'
        ? [await importAddress(wanted.url, changeRequest, parent)]
        : await sendFiles(place, wanted, (file, progress) =>
            importFile(spaceId, file, { changeRequest, parent, ...progress }),
          )
    const isMerged = content.changeRequest === undefined && !content.isLocked
    return finishOwn({ ...base, ids, changeRequest, parent, before, isMerged })
  })
}

/** Goes on with the imports into a space whose end this browser has not seen, for example after a reload. */
export function resumeImports(spaceId: string): void {
  for (const kept of keptImports(spaceId)) {
    if (stateOf(kept.place).kind === 'running') continue
    void navigator.locks.query().then(({ held }) => {
      // Shown by the tab that has it.
      if (held?.some(({ name }) => name === `quire-import ${kept.key}`)) return
      void run(
        kept.place,
        async () => (await finish(kept)) ?? Promise.reject(new Error(texts.importing.failed)),
      )
    })
  }
}
