import { useMemo, useState } from 'react'
import { toast } from '../../../parts/toasts.ts'
import { texts } from '../../../texts/index.ts'
import type { Said, TextPage } from './ChangedText.tsx'
import { type Hunk, inlineRows, type Opened, type Row, rowsOf } from './diff-rows.ts'
import { moveBetweenLines } from './move-between-lines.ts'
import type { PageText } from './page-text.ts'
import styles from './SourceDiff.module.css'
import { SourceRow } from './SourceRow.tsx'
import { ThreadsAt } from './ThreadsAt.tsx'
import { useChangeThreads } from './ThreadsContext.tsx'
import { useDiffView, useIsWide } from './use-diff-view.ts'

interface SourceDiffProps {
  page: TextPage | undefined
  /** The page after the change, whose text is read for what is around the changes. */
  afterId: string | undefined
  hunks: readonly Hunk[]
  said: Said
}

/** Shown at first, so that a page of any size opens at once. */
const MAX_ROWS = 400
/** Lines of a gap that one click shows. */
const STEP = 50

/** The changed lines of a text in one or two columns. */
export function SourceDiff({ page, afterId, hunks, said }: SourceDiffProps) {
  const isWide = useIsWide()
  const isSplit = useDiffView() === 'split' && isWide
  const { mayComment, mayReview } = useChangeThreads()
  const [text, setText] = useState<PageText>()
  const [opened, setOpened] = useState<Opened>(new Map())
  const [isAll, setAll] = useState(false)
  const [writing, setWriting] = useState<{ line: number; node: string | undefined }>()
  const rows = useMemo(() => {
    const split = rowsOf(hunks, { lines: text?.lines, opened })
    return isSplit ? split : inlineRows(split)
  }, [hunks, text, opened, isSplit])
  const shown = isAll ? rows : rows.slice(0, MAX_ROWS)
  const t = texts.changeRequest.diff
  const read = async () => {
    if (afterId === undefined) return undefined
    const known = await import('./page-text.ts')
      .then(({ readPageText }) => readPageText(afterId))
      .catch(() => undefined)
    if (known) setText(known)
    else toast(texts.changeRequest.notSaved)
    return known
  }
  const open = async ({ start }: Extract<Row, { kind: 'gap' }>) => {
    if (await read()) setOpened((before) => new Map(before).set(start, (before.get(start) ?? 0) + STEP))
  }
  const comment = async (line: number) => {
    const known = await read()
    if (known) setWriting({ line, node: known.blockAt(line) })
  }
  const placed = placesOf(shown, said, text)
  const mayWrite = page !== undefined && afterId !== undefined && (mayComment || mayReview)
  return (
    <>
      {page && placed.elsewhere.threads.length + placed.elsewhere.pending.length > 0 && (
        <details
          className={styles.elsewhere}
          open={placed.elsewhere.threads.some(({ status }) => status === 'OPEN')}
        >
          <summary>{t.elsewhere}</summary>
          <ThreadsAt page={page} {...placed.elsewhere} isWriting={false} onDone={() => {}} />
        </details>
      )}
      <table className={styles.table} data-split={isSplit} onKeyDown={moveBetweenLines}>
        <caption className="visually-hidden">{page?.title ?? t.text}</caption>
        <Columns isSplit={isSplit} />
        <tbody>
          {shown.map((row, at) => {
            const line = afterOf(row)
            const here = line === undefined ? undefined : placed.at.get(line)
            const isWriting = writing !== undefined && writing.line === line
            return (
              <SourceRow
                // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity but its place.
                key={at}
                row={row}
                isSplit={isSplit}
                isFirst={at === 0}
                hidden={row.kind === 'gap' ? hiddenIn(row, opened) : undefined}
                onOpen={afterId === undefined ? undefined : open}
                onComment={mayWrite ? comment : undefined}
              >
                {page && (here || isWriting) ? (
                  <ThreadsAt
                    page={page}
                    node={writing?.node}
                    threads={here?.threads ?? []}
                    pending={here?.pending ?? []}
                    isWriting={isWriting}
                    onDone={() => setWriting(undefined)}
                  />
                ) : null}
              </SourceRow>
            )
          })}
        </tbody>
      </table>
      {shown.length < rows.length && (
        <p className={styles.all}>
          <button type="button" className="button small" onClick={() => setAll(true)}>
            {t.showAll(rows.length - shown.length)}
          </button>
        </p>
      )}
    </>
  )
}

/** The widths of the columns: numbers, sign and text, once or twice. */
function Columns({ isSplit }: { isSplit: boolean }) {
  const side = (
    <>
      <col className={styles.numbers} />
      <col className={styles.signs} />
      <col />
    </>
  )
  return (
    <colgroup>
      {isSplit ? side : <col className={styles.numbers} />}
      {side}
    </colgroup>
  )
}

const afterOf = (row: Row): number | undefined =>
  row.kind === 'same' ? row.after : row.kind === 'changed' ? row.after?.number : undefined

const hiddenIn = ({ start, end }: { start: number; end: number | undefined }, opened: Opened) =>
  end === undefined ? undefined : end - start - (opened.get(start) ?? 0)

/** What is said at each shown line, and what is on lines that are not shown. */
function placesOf(rows: readonly Row[], { threads, pending }: Said, text: PageText | undefined) {
  const lines = new Set(rows.map(afterOf))
  const at = new Map<number, { threads: Said['threads'][number][]; pending: Said['pending'][number][] }>()
  const elsewhere: { threads: Said['threads'][number][]; pending: Said['pending'][number][] } = {
    threads: [],
    pending: [],
  }
  const placeAt = (first: number | undefined, last: number | undefined) => {
    if (first === undefined || last === undefined) return elsewhere
    // The last line of the block that is shown.
    for (let line = last; line >= first; line--) {
      if (!lines.has(line)) continue
      const place = at.get(line) ?? { threads: [], pending: [] }
      at.set(line, place)
      return place
    }
    return elsewhere
  }
  for (const thread of threads) {
    const current = thread.target.node?.current
    if (current) placeAt(current.lines.first, current.lines.last).threads.push(thread)
  }
  for (const comment of pending) {
    if (comment.node === undefined) continue
    const line = text?.lineOf(comment.node)
    placeAt(line, line).pending.push(comment)
  }
  return { at, elsewhere }
}
