import { type EditorView, keymap, placeholder } from '@codemirror/view'
import { useEffect, useRef, useState } from 'react'
import { later } from '../../frame/later.tsx'
import { useSpace } from '../../screens/space/space-context.ts'
import { texts } from '../../texts/index.ts'
import { uploadPath, useEdited } from '../editor-context.ts'
import type { ModeProps } from '../mode.ts'
import { completersOf } from './completers.ts'
import { completion } from './completion.ts'
import { imageForms } from './image-forms.ts'
import { linkAt, type MarkdownLink, setLink } from './links.ts'
import styles from './MarkdownMode.module.css'
import { marks, refreshMarks } from './marks.ts'
import { openEditor } from './open-editor.ts'
import { pasting } from './pasting.ts'
import { uploadInto, uploading } from './uploading.ts'

const LinkDialog = later(() => import('../links/LinkDialog.tsx'))

/** The source of a page, as text. */
export default function MarkdownMode(props: ModeProps) {
  const host = useRef<HTMLDivElement>(null)
  const opened = useRef<EditorView>(null)
  const { pages, isComplete } = useSpace()
  const facts = useEdited()
  const latest = useRef({ props, pages, isComplete, facts })
  latest.current = { props, pages, isComplete, facts }
  const [link, setLinked] = useState<MarkdownLink | null>(null)
  useEffect(() => {
    const parent = host.current
    if (!parent) return
    const { initialText, label, onReady } = latest.current.props
    const left = new AbortController()
    const onFiles = (files: readonly File[], at: number) => {
      for (const file of files) {
        const path = uploadPath(latest.current.facts)
        void uploadInto(view, file, { path, at, signal: left.signal })
      }
    }
    const openLink = ({ state }: EditorView) => {
      setLinked(linkAt(state))
      return true
    }
    const { view, handle } = openEditor({
      parent,
      initialText,
      label,
      onChange: (text) => latest.current.props.onChange(text),
      extensions: [
        placeholder(texts.editor.empty),
        keymap.of([{ key: 'Mod-k', run: openLink, preventDefault: true }]),
        completion(
          completersOf(latest.current.facts, () => latest.current.pages),
          texts.editor.completions,
        ),
        pasting(onFiles),
        uploading,
        imageForms,
        marks(() => ({ ...latest.current, path: latest.current.facts.path })),
      ],
    })
    opened.current = view
    onReady(handle)
    return () => {
      left.abort()
      opened.current = null
      view.destroy()
    }
  }, [])
  // Pages that are read or changed later can be what a link leads to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these decide which links are broken.
  useEffect(() => {
    if (opened.current) refreshMarks(opened.current)
  }, [pages, isComplete])
  const apply = (href: string, words: string) => {
    if (opened.current && link) setLink(opened.current, link, href, words)
    setLinked(null)
  }
  return (
    <div ref={host} className={styles.host}>
      {link !== null && (
        <LinkDialog
          href={link.href}
          hasText={link.words !== ''}
          text={() => opened.current?.state.sliceDoc() ?? ''}
          onClose={() => setLinked(null)}
          onApply={apply}
        />
      )}
    </div>
  )
}
