import { type ReactNode, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { SiteThemeQuery } from '#console/SiteThemeQuery.graphql.ts'
import { ConfirmDialog } from '../../../forms/ConfirmDialog.tsx'
import { type Parameters, useParameters } from '../../../parameters.ts'
import { preload as read, reread, useScreenQuery } from '../../../relay/use-screen-query.ts'
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

const query = graphql`
  query SiteThemeQuery($site: ID!) {
    site(id: $site) {
      id
      preview {
        url
      }
      customization {
        version
        title
        styling {
          theme
          primaryColor { light dark }
          infoColor { light dark }
          successColor { light dark }
          warningColor { light dark }
          dangerColor { light dark }
          tint { color { light dark } }
          corners
          depth
          links
          font
          monospaceFont
          background
          icons
          sidebar { background list }
          search
        }
        header {
          preset
          logo { light dark }
          backgroundColor { light dark }
          linkColor { light dark }
          links {
            title
            style
            condition
            to { kind url space page }
            links { title to { kind url space page } }
          }
        }
        footer {
          copyright
          logo { light dark }
          groups { title links { title to { kind url space page } } }
        }
        announcement { enabled message style link { title to { kind url space page } } }
        favicon { emoji icon { light dark } }
        themes { default toggeable }
        internationalization { locale }
        pdf { enabled }
        feedback { enabled }
        ai { mode integrationId }
        advancedCustomization { enabled }
        git { showEditLink }
        pageActions { externalAI markdown }
        externalLinks { target }
        pagination { enabled }
        trademark { enabled }
        privacyPolicy { url }
        socialPreview { url }
        insights { trackingCookie }
      }
    }
  }
`

export const preload = ({ site = '' }: Parameters) => read<SiteThemeQuery>(query, { site })

/** How a site looks: a form of all parts, and what it makes of the site. */
export default function SiteTheme() {
  const { site: id = '' } = useParameters()
  const { site } = useScreenQuery<SiteThemeQuery>(query, { site: id })
  if (!site) return null
  const { version, ...saved } = site.customization
  return <Theme site={id} saved={saved} version={version ?? 0} preview={site.preview?.url} />
}

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

interface ThemeProps {
  site: string
  saved: Customization
  version: number
  preview: string | undefined
}

function Theme({ site, saved, version, preview }: ThemeProps) {
  const { permissions } = useSite()
  const again = () => reread<SiteThemeQuery>(query, { site })
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
