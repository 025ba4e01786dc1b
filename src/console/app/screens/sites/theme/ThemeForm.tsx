import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../../forms/ConfirmDialog.tsx'
import { texts } from '../../../texts/index.ts'
import { useSite } from '../site-context.ts'
import type { Customization, Part } from './customization.ts'
import { FooterPart } from './FooterPart.tsx'
import { HeaderPart } from './HeaderPart.tsx'
import { AnnouncementPart, FaviconPart, FeaturesPart, LinksPart, ThemesPart } from './OtherParts.tsx'
import { StylingPart } from './StylingPart.tsx'
import styles from './Theme.module.css'
import { ThemePreview } from './ThemePreview.tsx'
import { useTheme } from './use-theme.ts'

/** The parts of the form, each with the parts of the customization that it shows. */
const FORM = {
  styling: ['styling'],
  header: ['header'],
  footer: ['footer'],
  announcement: ['announcement'],
  favicon: ['favicon'],
  themes: ['themes', 'internationalization'],
  features: [
    'pdf',
    'feedback',
    'pagination',
    'trademark',
    'advancedCustomization',
    'pageActions',
    'git',
    'insights',
    'ai',
  ],
  links: ['title', 'externalLinks', 'privacyPolicy', 'socialPreview'],
} as const satisfies Record<string, readonly Part[]>

interface ThemeFormProps {
  site: string
  saved: Customization
  version: number
  preview: string | undefined
  /** Reads the customization again. */
  again: () => Promise<void>
}

/** The form of all parts, and the preview of what it makes of the site. */
export function ThemeForm({ site, saved, version, preview, again }: ThemeFormProps) {
  const { permissions } = useSite()
  const { draft, changed, problem, change, discard, save, reset } = useTheme(site, saved, again)
  const [isResetting, setResetting] = useState(false)
  const t = texts.sites.looks
  const all = { value: draft, onChange: change }
  const form: Record<keyof typeof FORM, ReactNode> = {
    styling: <StylingPart value={draft.styling} onChange={(value) => change('styling', value)} />,
    header: <HeaderPart value={draft.header} onChange={(value) => change('header', value)} />,
    footer: <FooterPart value={draft.footer} onChange={(value) => change('footer', value)} />,
    announcement: <AnnouncementPart {...all} />,
    favicon: <FaviconPart {...all} />,
    themes: <ThemesPart {...all} />,
    features: <FeaturesPart {...all} />,
    links: <LinksPart {...all} />,
  }
  return (
    <div className={styles.theme}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {!permissions.edit && <p className="message">{t.cannotSee}</p>}
        <fieldset className={styles.parts} disabled={!permissions.edit}>
          {(Object.keys(FORM) as (keyof typeof FORM)[]).map((name) => (
            <details key={name} className={styles.part} open={name === 'styling'}>
              <summary>
                {t.parts[name]}
                {changed.some((part) => (FORM[name] as readonly Part[]).includes(part)) && (
                  <span className={styles.tag}>{t.unsaved}</span>
                )}
              </summary>
              <div className={styles.stack}>
                {form[name]}
                <button
                  type="button"
                  className="button small"
                  aria-label={t.resetPart(t.parts[name])}
                  onClick={() => reset(FORM[name], t.resetDone(t.parts[name]))}
                >
                  {t.reset}
                </button>
              </div>
            </details>
          ))}
        </fieldset>
        {permissions.edit && (
          <div className={styles.save}>
            {problem !== undefined && <p className="message error">{problem}</p>}
            <button type="submit" className="button primary" aria-disabled={changed.length === 0}>
              {t.save}
            </button>
            {changed.length > 0 && (
              <button type="button" className="button" onClick={discard}>
                {t.discard}
              </button>
            )}
            <button type="button" className="button danger" onClick={() => setResetting(true)}>
              {t.resetAll}
            </button>
          </div>
        )}
      </form>
      {preview !== undefined && <ThemePreview key={version} url={preview} customization={draft} />}
      {isResetting && (
        <ConfirmDialog
          title={t.resetAllTitle}
          action={t.resetAll}
          run={async () => reset(Object.values(FORM).flat(), t.resetAllDone)}
          onClose={() => setResetting(false)}
        >
          <p>{t.resetAllText}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
