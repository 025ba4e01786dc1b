import { keymap } from 'prosemirror-keymap'
import type { EditorView } from 'prosemirror-view'
import { useEffect, useRef, useState } from 'react'
import { useKeys } from '../../frame/keys.ts'
import { later } from '../../frame/later.tsx'
import { useSpace } from '../../screens/space/space-context.ts'
import { texts } from '../../texts/index.ts'
import type { DoubtFacts } from '../doubts.ts'
import { uploadPath, useEdited } from '../editor-context.ts'
import { completersOf } from '../markdown/completers.ts'
import type { ModeHandle, ModeProps } from '../mode.ts'
import { completing } from './completing.ts'
import { doubts, refreshDoubts } from './doubts.ts'
import { type LinkPlace, linkAt, withLink } from './links.ts'
import { openRich } from './open-rich.ts'
import { pasting } from './pasting.ts'
import styles from './RichMode.module.css'
import { islandRenderer } from './render-islands.ts'
import { RichToolbar } from './toolbar/RichToolbar.tsx'
import { areSame, type ToolState, toolsAt } from './toolbar/tool-state.ts'
import { focusTools } from './toolbar/use-roving.ts'
import { uploadInto, uploads } from './uploads.ts'

const LinkDialog = later(() => import('../links/LinkDialog.tsx'))

interface Opened {
  view: EditorView
  handle: ModeHandle
  onFiles: (files: readonly File[], at: number) => void
}

/** A page as readers see it, to be edited in place. Blocks that have no other form are shown, and edited as their source. */
export default function RichMode(props: ModeProps) {
  const host = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const { pages, isComplete } = useSpace()
  const facts = useEdited()
  const latest = useRef({ props, pages, isComplete, facts })
  latest.current = { props, pages, isComplete, facts }
  const [opened, setOpened] = useState<Opened | null>(null)
  const [tools, setTools] = useState<ToolState>()
  const [link, setLink] = useState<LinkPlace | null>(null)
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
      placeholder: texts.editor.empty,
      onChange: (text) => latest.current.props.onChange(text),
      openLink: (state) => {
        const place = linkAt(state)
        setLink(place)
        return place !== null
      },
      onState: (state) => {
        const next = toolsAt(state)
        setTools((before) => (areSame(before, next) ? before : next))
      },
      render: islandRenderer(() => latest.current.facts),
      plugins: [
        keymap({
          'Alt-F10': () => {
            focusTools(bar.current)
            return true
          },
        }),
        completing(
          completersOf(latest.current.facts, () => latest.current.pages),
          texts.rich.insertables,
        ),
        pasting(onFiles),
        uploads(),
        doubts((): DoubtFacts => ({ ...latest.current, path: latest.current.facts.path })),
      ],
    })
    setOpened({ view, handle, onFiles })
    setTools(toolsAt(view.state))
    onReady(handle)
    return () => {
      left.abort()
      setOpened(null)
      close()
    }
  }, [])
  // Pages that are read or changed later can be what a link leads to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these decide which links are broken.
  useEffect(() => {
    if (opened) refreshDoubts(opened.view)
  }, [opened, pages, isComplete])
  useKeys({ 'alt+f10': { label: texts.rich.toTools, run: () => focusTools(bar.current) } })
  const openLink = () => {
    if (!opened) return
    opened.view.focus()
    setLink(linkAt(opened.view.state))
  }
  const apply = (href: string, text: string) => {
    if (opened && link) opened.view.dispatch(withLink(opened.view.state, link, href, text))
    setLink(null)
    opened?.view.focus()
  }
  return (
    <div className={styles.host}>
      {opened && tools && (
        <RichToolbar bar={bar} view={opened.view} tools={tools} onLink={openLink} onFiles={opened.onFiles} />
      )}
      <div ref={host} />
      {link !== null && (
        <LinkDialog
          href={link.href}
          hasText={link.from !== link.to}
          text={() => opened?.handle.text() ?? ''}
          onClose={() => setLink(null)}
          onApply={apply}
        />
      )}
    </div>
  )
}
