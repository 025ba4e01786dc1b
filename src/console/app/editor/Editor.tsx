import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useStored } from '../frame/stored.ts'
import { Screen } from '../parts/Screen.tsx'
import { Skeleton } from '../parts/Skeleton.tsx'
import { usePlace } from '../screens/space/PresenceProvider.tsx'
import { SpaceTrail } from '../screens/space/SpaceTrail.tsx'
import { useSpace } from '../screens/space/space-context.ts'
import { ancestorsOf } from '../screens/space/tree.ts'
import { texts } from '../texts/index.ts'
import { ConflictPanel } from './ConflictPanel.tsx'
import { DoubtCount } from './DoubtCount.tsx'
import { DraftChoice } from './DraftChoice.tsx'
import styles from './Editor.module.css'
import { EditorAside } from './EditorAside.tsx'
import { EditorNotice } from './EditorNotice.tsx'
import { EditedContext } from './editor-context.ts'
import { type FrontMatterFields, withFields } from './front-matter-fields.ts'
import { beginMode, FIRST_MODE, MAX_RICH_CHARACTERS, modeFor, modes } from './modes.tsx'
import type { EditTarget } from './open-page.ts'
import { Preview } from './Preview.tsx'
import { SaveStatus } from './SaveStatus.tsx'
import type { SessionView } from './session.ts'
import { Toolbar } from './Toolbar.tsx'
import { useDone } from './use-done.ts'
import { useLatestText } from './use-latest-text.ts'
import { type Editing, useSession } from './use-session.ts'

/** A page that is being edited. */
export function Editor({ target }: { target: EditTarget }) {
  const [text, setText] = useLatestText()
  const [wanted] = useStored('editor-mode', FIRST_MODE)
  // Beside the text, and not after it.
  useEffect(() => beginMode(wanted), [wanted])
  const { editing, view, handle } = useSession(target, setText)
  if (!editing || !view) return <Skeleton lines={12} />
  return <Opened editing={editing} view={view} handle={handle} text={text} onText={setText} />
}

interface OpenedProps {
  editing: Editing
  view: SessionView
  handle: ReturnType<typeof useSession>['handle']
  text: string | null
  onText: (text: string) => void
}

function Opened({ editing, view, handle, text, onText }: OpenedProps) {
  const { session, page, changeRequest } = editing
  const { id: space, pages } = useSpace()
  const [wanted, setWanted] = useStored('editor-mode', FIRST_MODE)
  const [preview, setPreview] = useStored('editor-preview', 'hidden')
  const [isDeciding, setDeciding] = useState(false)
  const line = useRef(1)
  usePlace({ pageId: page.pageId, changeRequestId: changeRequest?.id, isEditing: true })
  const changeRequestId = changeRequest?.id
  const facts = useMemo(
    () => ({ space, changeRequestId, pageId: page.pageId, path: page.path ?? '' }),
    [space, changeRequestId, page],
  )
  // That of the session follows each key.
  const [openedWith] = useState(session.text)
  const current = text ?? openedWith
  const mode = modeFor(wanted, session.text)
  const Mode = modes[mode].Loaded
  const t = texts.editor
  const done = useDone(editing)
  const goTo = useCallback((to: number) => handle.current?.focus(to), [handle])
  const setFields = useCallback(
    (changed: Partial<FrontMatterFields>) => {
      const next = withFields(handle.current?.text() ?? session.text, changed)
      handle.current?.replace(next)
      session.edit(next)
      onText(next)
    },
    [handle, session, onText],
  )
  const conflict = view.save.kind === 'conflict' ? view.save.conflict : null
  return (
    <Screen
      title={t.title(page.title)}
      heading={page.title}
      trail={<SpaceTrail pages={ancestorsOf(pages, page.pageId)} />}
      status={
        <>
          <SaveStatus state={view.save} />
          <DoubtCount text={current} path={facts.path} handle={handle} />
        </>
      }
      actions={
        <Toolbar
          place={{ pageId: page.pageId, changeRequestId: changeRequest?.id }}
          mode={mode}
          onMode={(next) => {
            line.current = handle.current?.line() ?? 1
            setWanted(next)
          }}
          isPreviewed={preview === 'shown'}
          onPreview={() => setPreview(preview === 'shown' ? 'hidden' : 'shown')}
          onDone={done}
        />
      }
      aside={<EditorAside editing={editing} text={current} onLine={goTo} onFields={setFields} />}
    >
      {view.draft ? (
        <DraftChoice
          draft={view.draft}
          onKeep={() => session.keepDraft()}
          onDiscard={() => session.discardDraft()}
        />
      ) : (
        <>
          {wanted !== mode && (
            <p className={styles.refusal} role="status">
              {t.tooLong(session.text.length, MAX_RICH_CHARACTERS)}
            </p>
          )}
          <EditorNotice view={view} session={session} onCompare={() => setDeciding(true)} />
          {conflict && isDeciding && (
            <ConflictPanel
              versions={{ ...conflict, ours: handle.current?.text() ?? session.text }}
              onResolve={(resolved) => {
                setDeciding(false)
                session.resolve(resolved)
              }}
            />
          )}
          <div
            className={styles.panes}
            data-preview={preview === 'shown'}
            hidden={conflict !== null && isDeciding}
          >
            {/* biome-ignore lint/a11y/noStaticElementInteractions: leaving the text saves it. */}
            <div className={styles.text} inert={view.isElsewhere} onBlur={() => session.save()}>
              <EditedContext value={facts}>
                <Mode
                  key={mode}
                  initialText={session.text}
                  label={t.label(page.title)}
                  onChange={(changed) => {
                    session.edit(changed)
                    onText(changed)
                  }}
                  onReady={(ready) => {
                    handle.current = ready
                    // Somebody who works in the tree moves the page, which opens it again at its new address.
                    if (!document.activeElement?.closest('nav')) ready.focus(line.current)
                  }}
                />
              </EditedContext>
            </div>
            {preview === 'shown' && <Preview editing={editing} text={current} />}
          </div>
        </>
      )}
    </Screen>
  )
}
