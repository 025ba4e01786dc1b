import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../forms/message-of.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { texts } from '../../../texts/index.ts'
import { sendFile } from '../../../uploads/upload.ts'
import { useSite } from '../site-context.ts'
import type { Colours } from './customization.ts'
import { Text } from './fields.tsx'
import styles from './Theme.module.css'

interface ImagesProps {
  label: string
  value: Colours | null | undefined
  onChange: (value: Colours | null) => void
}

const THEMES = ['light', 'dark'] as const

/** An image for each theme: a file that is uploaded, or an address from which the server fetches it once. */
export function Images({ label, value, onChange }: ImagesProps) {
  const t = texts.sites.looks
  const change = (theme: keyof Colours, url: string) => {
    const next = { light: value?.light ?? '', dark: value?.dark ?? '', [theme]: url }
    const other = theme === 'light' ? 'dark' : 'light'
    // One image serves both themes until there is another one.
    if (next[other] === '' || next[other] === value?.[theme]) next[other] = url
    onChange(next.light === '' && next.dark === '' ? null : next)
  }
  return (
    <fieldset className={styles.stack}>
      <legend>{label}</legend>
      {THEMES.map((theme) => (
        <div key={theme} className={styles.image}>
          <Text
            type="url"
            label={`${t.image} (${t[theme]})`}
            value={value?.[theme]}
            onChange={(url) => change(theme, url)}
          />
          <UploadButton
            name={`${t.upload}: ${label} (${t[theme]})`}
            onUploaded={(url) => change(theme, url)}
          />
        </div>
      ))}
    </fieldset>
  )
}

interface UploadButtonProps {
  name: string
  onUploaded: (url: string) => void
}

/** Adds an image to the site, and says where it is. */
function UploadButton({ name, onUploaded }: UploadButtonProps) {
  const { id, organization } = useSite()
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
      const path = `/orgs/${organization}/sites/${id}/images/upload`
      const made = await sendFile<{ urls: { image: string } }>({ path, file, onProgress: setShare, signal })
      if (made) onUploaded(made.urls.image)
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
        onClick={() => input.current?.click()}
      >
        <Icon name="upload" />
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
