import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { Icon } from '../../parts/Icon.tsx'
import { texts } from '../../texts/index.ts'
import styles from './FileDrop.module.css'
import { useUploads } from './use-uploads.ts'

interface FileDropProps {
  spaceId: string
  onUploaded: () => void
  children: ReactNode
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')

/** Uploads files that are dropped anywhere on it, or chosen with the button, and shows how far they are. */
export function FileDrop({ spaceId, onUploaded, children }: FileDropProps) {
  const { uploads, add, remove } = useUploads(`/spaces/${spaceId}/content/files`, onUploaded)
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const t = texts.files
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same as dropping.
    <div
      className={styles.drop}
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        add([...event.dataTransfer.files])
      }}
    >
      <div className={styles.bar}>
        <button type="button" className="button primary small" onClick={() => input.current?.click()}>
          <Icon name="upload" /> {t.upload}
        </button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={t.upload}
          onChange={({ target }) => {
            add([...(target.files ?? [])])
            target.value = ''
          }}
        />
      </div>
      <ul className={styles.uploads} aria-live="polite">
        {uploads.map(({ id, name, share, problem }) => (
          <li key={id} data-failed={problem !== undefined}>
            <span className={styles.name} dir="auto">
              {problem === undefined ? t.uploading(name) : t.uploadFailed(name, problem)}
            </span>
            {problem === undefined && <progress max={1} value={share} aria-label={t.uploading(name)} />}
            <button type="button" className="button small" onClick={() => remove(id)}>
              {problem === undefined ? t.cancel : t.dismiss}
            </button>
          </li>
        ))}
      </ul>
      {children}
      {isOver && (
        <div className={styles.over} aria-hidden="true">
          {t.drop}
        </div>
      )}
    </div>
  )
}
