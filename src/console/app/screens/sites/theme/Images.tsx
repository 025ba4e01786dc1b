import { texts } from '../../../texts/index.ts'
import { UploadButton } from '../../../uploads/UploadButton.tsx'
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
  const { id, organization } = useSite()
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
          <UploadButton<{ urls: { image: string } }>
            name={`${t.upload}: ${label} (${t[theme]})`}
            path={`/orgs/${organization}/sites/${id}/images/upload`}
            onUploaded={({ urls }) => change(theme, urls.image)}
          />
        </div>
      ))}
    </fieldset>
  )
}
