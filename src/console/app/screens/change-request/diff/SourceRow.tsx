import { memo, type ReactNode } from 'react'
import { Icon } from '../../../parts/Icon.tsx'
import { texts } from '../../../texts/index.ts'
import type { Line, Row } from './diff-rows.ts'
import styles from './SourceDiff.module.css'
import { type Part, wordDiff } from './word-diff.ts'

interface SourceRowProps {
  row: Row
  isSplit: boolean
  isFirst: boolean
  /** The number of lines that a gap hides, if it is known. */
  hidden: number | undefined
  onOpen: ((gap: Extract<Row, { kind: 'gap' }>) => void) | undefined
  onComment: ((line: number) => void) | undefined
  /** What is said at the line. */
  children: ReactNode
}

/** A line, a pair of lines beside each other, or a gap; and below it what is said about it. */
export const SourceRow = memo(function SourceRow(props: SourceRowProps) {
  const { row, isSplit, isFirst, hidden, onOpen, onComment, children } = props
  const t = texts.changeRequest.diff
  if (row.kind === 'gap') {
    return (
      <tr className={styles.gap}>
        <td colSpan={isSplit ? 6 : 4}>
          {onOpen ? (
            <button type="button" onClick={() => onOpen(row)}>
              <Icon name="more" /> {hidden === undefined ? t.showRest : t.showLines(Math.max(hidden, 1))}
            </button>
          ) : (
            '⋯'
          )}
        </td>
      </tr>
    )
  }
  const before: Line | undefined = row.kind === 'same' ? { number: row.before, text: row.text } : row.before
  const after: Line | undefined = row.kind === 'same' ? { number: row.after, text: row.text } : row.after
  const isSame = row.kind === 'same'
  const words = row.kind === 'same' ? undefined : wordsOf(before?.text, after?.text, row.paired)
  const button = after && onComment && (
    <button
      type="button"
      className={styles.comment}
      data-line={after.number}
      tabIndex={isFirst ? 0 : -1}
      aria-label={t.comment(after.number)}
      title={t.comment(after.number)}
      onClick={() => onComment(after.number)}
    >
      <Icon name="plus" />
    </button>
  )
  return (
    <>
      <tr data-line-after={after?.number}>
        {isSplit ? (
          <>
            <Side line={before} parts={words?.before} sign={isSame ? '' : '−'} />
            <Side line={after} parts={words?.after} sign={isSame ? '' : '+'} button={button} />
          </>
        ) : (
          <>
            <td className={styles.number}>{before?.number}</td>
            <td className={styles.number}>
              {button}
              {after?.number}
            </td>
            <Code
              text={(after ?? before)?.text ?? ''}
              parts={after ? words?.after : words?.before}
              sign={isSame ? '' : after ? '+' : '−'}
            />
          </>
        )}
      </tr>
      {children && (
        <tr className={styles.said}>
          <td colSpan={isSplit ? 6 : 4}>{children}</td>
        </tr>
      )}
    </>
  )
})

function wordsOf(before: string | undefined, after: string | undefined, paired: string | undefined) {
  const [was, is] = [before ?? paired, after ?? paired]
  return was === undefined || is === undefined ? undefined : wordDiff(was, is)
}

interface SideProps {
  line: Line | undefined
  parts: readonly Part[] | undefined
  sign: '' | '+' | '−'
  button?: ReactNode
}

function Side({ line, parts, sign, button }: SideProps) {
  if (!line) {
    return (
      <>
        <td className={styles.number} />
        <td className={styles.none} colSpan={2} />
      </>
    )
  }
  return (
    <>
      <td className={styles.number}>
        {button}
        {line.number}
      </td>
      <Code text={line.text} parts={parts} sign={sign} />
    </>
  )
}

/** Longer lines are cut: what nobody can read is not laid out. */
const MAX_SHOWN = 10_000

function Code({
  text,
  parts,
  sign,
}: {
  text: string
  parts: readonly Part[] | undefined
  sign: '' | '+' | '−'
}) {
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
  return (
    <>
      <td className={styles.sign} data-sign={sign}>
        {sign}
      </td>
      <td className={styles.code} data-sign={sign} dir="auto">
        {parts && text.length <= MAX_SHOWN
          ? parts.map((part, at) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place.
              part.isChanged ? <mark key={at}>{part.text}</mark> : <span key={at}>{part.text}</span>,
            )
          : shown}
      </td>
    </>
  )
}
