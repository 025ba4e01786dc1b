import { useEffect, useRef } from 'react'
import { useSpace } from '../../screens/space/space-context.ts'
import { texts } from '../../texts/index.ts'
import { uploadPath, useEdited } from '../editor-context.ts'
import type { ModeProps } from '../mode.ts'
import { completersOf } from './completers.ts'
import { completion } from './completion.ts'
import { imageForms } from './image-forms.ts'
import styles from './MarkdownMode.module.css'
import { marks } from './marks.ts'
import { openEditor } from './open-editor.ts'
import { pasting } from './pasting.ts'
import { uploadInto, uploading } from './uploading.ts'

/** The source of a page, as text. */
export default function MarkdownMode(props: ModeProps) {
  const host = useRef<HTMLDivElement>(null)
  const { pages, isComplete } = useSpace()
  const facts = useEdited()
  const latest = useRef({ props, pages, isComplete, facts })
  latest.current = { props, pages, isComplete, facts }
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
    const { view, handle } = openEditor({
      parent,
      initialText,
      label,
      onChange: (text) => latest.current.props.onChange(text),
      extensions: [
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
    onReady(handle)
    return () => {
      left.abort()
      view.destroy()
    }
  }, [])
  return <div ref={host} className={styles.host} />
}
