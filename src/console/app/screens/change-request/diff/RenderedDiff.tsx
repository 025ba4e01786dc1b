import { Fragment, memo, useMemo, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { RenderedDiffQuery } from '#console/RenderedDiffQuery.graphql.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { RenderedHtml } from '../../../parts/RenderedHtml.tsx'
import { useScreenQuery } from '../../../relay/use-screen-query.ts'
import { texts } from '../../../texts/index.ts'
import { type Block, type BlockPair, blockDiff } from './block-diff.ts'
import type { Said, TextPage } from './ChangedText.tsx'
import { type Folded, foldUnchanged } from './fold-unchanged.ts'
import styles from './RenderedDiff.module.css'
import { ThreadsAt } from './ThreadsAt.tsx'
import { useChangeThreads } from './ThreadsContext.tsx'

interface RenderedDiffProps {
  page: TextPage | undefined
  ids: { before: string | undefined; after: string | undefined }
  said: Said
}

/** A changed page as its readers see it: blocks that were added, removed or changed are marked. */
export default function RenderedDiff({ page, ids, said }: RenderedDiffProps) {
  const { before, after } = useScreenQuery<RenderedDiffQuery>(
    graphql`
      query RenderedDiffQuery($before: ID!, $after: ID!, $hasBefore: Boolean!, $hasAfter: Boolean!) {
        before: node(id: $before) @include(if: $hasBefore) {
          ... on DocumentPage {
            blocks {
              key
              type
              html
              lines {
                first
                last
              }
            }
          }
        }
        after: node(id: $after) @include(if: $hasAfter) {
          ... on DocumentPage {
            blocks {
              key
              type
              html
              lines {
                first
                last
              }
            }
          }
        }
      }
    `,
    {
      before: ids.before ?? '',
      after: ids.after ?? '',
      hasBefore: ids.before !== undefined,
      hasAfter: ids.after !== undefined,
    },
  )
  const [old, current] = [before?.blocks, after?.blocks]
  const pairs = useMemo(() => blockDiff(old ?? [], current ?? []), [old, current])
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const [writing, setWriting] = useState<string>()
  const { mayComment, mayReview } = useChangeThreads()
  const hasThread = (pair: BlockPair) =>
    said.threads.some(({ target }) => target.node?.current?.key === pair.after?.key) ||
    said.pending.some(({ node }) => node !== undefined && node === pair.after?.key)
  const folded = foldUnchanged(pairs, { opened, isKept: hasThread })
  const t = texts.changeRequest.diff
  return (
    <div className={styles.rendered}>
      {folded.map((each: Folded) => {
        if (each.kind === 'fold') {
          return (
            <button
              key={`fold ${each.at}`}
              type="button"
              className={styles.fold}
              onClick={() => setOpened(new Set(opened).add(each.at))}
            >
              <Icon name="more" /> {t.showBlocks(each.count)}
            </button>
          )
        }
        const { pair } = each
        const key = pair.after?.key
        return (
          <Fragment key={`pair ${each.at}`}>
            <PairView
              pair={pair}
              onComment={page && key !== undefined && (mayComment || mayReview) ? setWriting : undefined}
            />
            {page && key !== undefined && (
              <ThreadsAt
                page={page}
                node={key}
                threads={said.threads.filter(({ target }) => target.node?.current?.key === key)}
                pending={said.pending.filter(({ node }) => node === key)}
                isWriting={writing === key}
                onDone={() => setWriting(undefined)}
              />
            )}
          </Fragment>
        )
      })}
    </div>
  )
}

const SIGNS = { same: '', added: '+', removed: '−', changed: '±' } as const

interface PairViewProps {
  pair: BlockPair
  onComment: ((key: string) => void) | undefined
}

const PairView = memo(function PairView({ pair: { before, after, state }, onComment }: PairViewProps) {
  const t = texts.changeRequest.diff
  return (
    <div className={styles.pair} data-state={state}>
      {state !== 'same' && (
        <span className={styles.state}>
          {SIGNS[state]} {t.block[state]}
        </span>
      )}
      {before && state !== 'same' && <Side block={before} side="before" />}
      {after && <Side block={after} side="after" />}
      {after && onComment && (
        <button
          type="button"
          className={styles.comment}
          aria-label={t.commentBlock}
          title={t.commentBlock}
          onClick={() => onComment(after.key)}
        >
          <Icon name="comment" />
        </button>
      )}
    </div>
  )
})

function Side({ block, side }: { block: Block; side: 'before' | 'after' }) {
  const blocks = useMemo(() => [block], [block])
  return (
    <div className={styles.side} data-side={side}>
      <RenderedHtml blocks={blocks} />
    </div>
  )
}
