import { type RefObject, useEffect, useState } from 'react'
import { useKeys } from '../../frame/keys.ts'
import { Icon } from '../../parts/Icon.tsx'
import { texts } from '../../texts/index.ts'
import styles from './BlockComment.module.css'

interface BlockCommentProps {
  /** The text whose blocks can be commented on. */
  text: RefObject<HTMLElement | null>
  /** Called with the key of the block, or an empty string for the page. */
  onComment: (key: string) => void
}

/** What a node belongs to at the top level of the text. */
function blockAt(node: Node | null, text: HTMLElement | null): HTMLElement | null {
  const element = node instanceof Element ? node : (node?.parentElement ?? null)
  const block = element?.closest<HTMLElement>('[data-block]') ?? null
  return block && text?.contains(block) ? block : null
}

/** Beside the block that is pointed at, selected or focused: a button to comment on it. */
export function BlockComment({ text, onComment }: BlockCommentProps) {
  const [block, setBlock] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const choose = (node: Node | null) => {
      const found = blockAt(node, text.current)
      if (found) setBlock(found)
    }
    const byTarget = ({ target }: Event) => choose(target as Node)
    const bySelection = () => {
      const selection = getSelection()
      if (selection && !selection.isCollapsed) choose(selection.anchorNode)
    }
    const element = text.current
    element?.addEventListener('pointerover', byTarget)
    element?.addEventListener('focusin', byTarget)
    document.addEventListener('selectionchange', bySelection)
    return () => {
      element?.removeEventListener('pointerover', byTarget)
      element?.removeEventListener('focusin', byTarget)
      document.removeEventListener('selectionchange', bySelection)
    }
  }, [text])
  const shown = block?.isConnected ? block : null
  const move = (by: number) => {
    const blocks = [...(text.current?.querySelectorAll<HTMLElement>('[data-block]') ?? [])]
    const next = blocks[shown ? blocks.indexOf(shown) + by : 0]
    if (!next) return
    next.tabIndex = -1
    next.focus()
  }
  const t = texts.page
  useKeys({
    c: {
      label: shown ? t.commentOn : t.commentOnPage,
      run: () => onComment(shown?.dataset.block ?? ''),
    },
    'alt+arrowdown': { label: t.nextBlock, run: () => move(1) },
    'alt+arrowup': { label: t.previousBlock, run: () => move(-1) },
  })
  if (!shown) return null
  return (
    <button
      type="button"
      className={styles.comment}
      style={{ insetBlockStart: topOf(shown, text.current) }}
      onClick={() => onComment(shown.dataset.block ?? '')}
      aria-label={t.commentOn}
      title={t.commentOn}
    >
      <Icon name="comment" />
    </button>
  )
}

const topOf = (block: HTMLElement, text: HTMLElement | null): number =>
  block.getBoundingClientRect().top - (text?.getBoundingClientRect().top ?? 0)
