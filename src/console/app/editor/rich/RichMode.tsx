import type { EditorView } from 'prosemirror-view'
import { useEffect, useRef, useState } from 'react'
import { later } from '../../frame/later.tsx'
import { useSpace } from '../../screens/space/space-context.ts'
import { texts } from '../../texts/index.ts'
import { uploadPath, useEdited } from '../editor-context.ts'
import { completersOf } from '../markdown/completers.ts'
import type { ModeProps } from '../mode.ts'
import { completing } from './completing.ts'
import { openRich } from './open-rich.ts'
import { pasting } from './pasting.ts'
import styles from './RichMode.module.css'
import { islandRenderer } from './render-islands.ts'
import { schema } from './source/schema.ts'
import { uploadInto, uploads } from './uploads.ts'

const LinkDialog = later(() => import('./LinkDialog.tsx'))

/** A page as readers see it, to be edited in place. Blocks that have no other form are shown, and edited as their source. */
export default function RichMode(props: ModeProps) {
  const host = useRef<HTMLDivElement>(null)
  const opened = useRef<EditorView>(null)
  const { pages } = useSpace()
  const facts = useEdited()
  const latest = useRef({ props, pages, facts })
  latest.current = { props, pages, facts }
  const [link, setLink] = useState<string | null>(null)
  useEffect(() => {
    const parent = host.current
    if (!parent) return
    const { initialText, label, onReady } = latest.current.props
    const left = new AbortController()
    const onFiles = (files: readonly File[], at: number) => {
      const path = uploadPath(latest.current.facts)
      for (const file of files) void uploadInto(view, file, { path, at, signal: left.signal })
    }
    const { view, handle, close } = openRich({
      parent,
      initialText,
      label,
      onChange: (text) => latest.current.props.onChange(text),
      openLink: (state) => {
        const { from, to, empty } = state.selection
        const mark = schema.marks.link.isInSet(state.doc.resolve(from + (empty ? 0 : 1)).marks())
        if (empty && !mark) return false
        setLink((mark?.attrs.href as string | undefined) ?? '')
        return to >= from
      },
      render: islandRenderer(() => latest.current.facts),
      plugins: [
        completing(
          completersOf(latest.current.facts, () => latest.current.pages),
          texts.rich.insertables,
        ),
        pasting(onFiles),
        uploads(),
      ],
    })
    opened.current = view
    onReady(handle)
    return () => {
      left.abort()
      close()
    }
  }, [])
  const setAddress = (href: string) => {
    setLink(null)
    const view = opened.current
    if (!view) return
    const { from, to, empty } = view.state.selection
    const range = empty ? rangeOfLink(view, from) : { from, to }
    const { tr } = view.state
    tr.removeMark(range.from, range.to, schema.marks.link)
    if (href !== '') tr.addMark(range.from, range.to, schema.marks.link.create({ href }))
    view.dispatch(tr)
    view.focus()
  }
  return (
    <div ref={host} className={styles.host}>
      {link !== null && <LinkDialog href={link} onClose={() => setLink(null)} onApply={setAddress} />}
    </div>
  )
}

/** The range of the link around a position. */
function rangeOfLink({ state }: EditorView, at: number): { from: number; to: number } {
  const $at = state.doc.resolve(at)
  const mark = schema.marks.link.isInSet($at.marks())
  let [from, to] = [at, at]
  $at.parent.forEach((child, offset) => {
    const start = $at.start() + offset
    if (!mark?.isInSet(child.marks)) return
    if (start <= at && start + child.nodeSize >= at) {
      from = Math.min(from, start)
      to = Math.max(to, start + child.nodeSize)
    }
  })
  return { from, to }
}
