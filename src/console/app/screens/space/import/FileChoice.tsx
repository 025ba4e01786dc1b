import { useRef, useState } from 'react'
import { autofocus } from '../../../parts/autofocus.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { texts } from '../../../texts/index.ts'
import styles from './ImportDialog.module.css'

const ACCEPTED = '.zip,.docx,.html,.htm,.md,.markdown'

/** Chooses files or a folder. What is dropped here is chosen as well. */
export function FileChoice({ onChoose }: { onChoose: (files: readonly File[], isFolder: boolean) => void }) {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const t = texts.importing
  const choose = (chosen: FileList | null, isFolder: boolean) => {
    if (chosen && chosen.length > 0) onChoose([...chosen], isFolder)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons do the same as dropping.
    <div
      className={styles.drop}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        choose(event.dataTransfer.files, false)
      }}
    >
      <p className="muted">{t.filesHint}</p>
      <div className={styles.buttons}>
        <button
          type="button"
          className="button primary"
          ref={autofocus}
          onClick={() => files.current?.click()}
        >
          <Icon name="upload" /> {t.chooseFiles}
        </button>
        <button type="button" className="button" onClick={() => folder.current?.click()}>
          {t.chooseFolder}
        </button>
      </div>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        accept={ACCEPTED}
        aria-label={t.chooseFiles}
        onChange={({ target }) => choose(target.files, false)}
      />
      <input
        ref={folder}
        type="file"
        hidden
        aria-label={t.chooseFolder}
        onChange={({ target }) => choose(target.files, true)}
        {...{ webkitdirectory: '' }}
      />
    </div>
  )
}
