import { type ReactNode, useEffect, useRef, useState } from 'react'
import { messageOf } from '../forms/message-of.ts'
import { Icon } from '../parts/Icon.tsx'
import styles from './UploadButton.module.css'
import { sendFile } from './upload.ts'

interface UploadButtonProps<Body> {
  /** What screen readers say. */
  name: string
  /** Where the file is sent, below `/v1`. */
  path: string
  onUploaded: (body: Body) => void
  children?: ReactNode
}

/** Lets the person choose an image, and uploads it with its progress. */
export function UploadButton<Body>({ name, path, onUploaded, children }: UploadButtonProps<Body>) {
  const input = useRef<HTMLInputElement>(null)
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const upload = async (file: File) => {
    controller.current = new AbortController()
    const { signal } = controller.current
    setProblem(undefined)
    try {
      const made = await sendFile<Body>({ path, file, onProgress: setShare, signal })
      if (made) onUploaded(made)
    } catch (error) {
      if (!signal.aborted) setProblem(messageOf(error))
    } finally {
      setShare(undefined)
    }
  }
  return (
    <>
      <button
        type="button"
        className="button"
        aria-label={name}
        aria-disabled={share !== undefined}
        onClick={() => share === undefined && input.current?.click()}
      >
        <Icon name="upload" /> {children}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        aria-label={name}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void upload(file)
          target.value = ''
        }}
      />
      <div role="status" className={styles.status}>
        {share !== undefined && <progress aria-label={name} max={1} value={share} />}
        {problem !== undefined && <p className="field-error">{problem}</p>}
      </div>
    </>
  )
}
