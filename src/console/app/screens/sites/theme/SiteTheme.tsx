import { graphql } from 'react-relay/hooks'
import type { SiteThemeQuery } from '#console/SiteThemeQuery.graphql.ts'
import { type Parameters, useParameters } from '../../../parameters.ts'
import { preload as read, reread, useScreenQuery } from '../../../relay/use-screen-query.ts'
import { ThemeForm } from './ThemeForm.tsx'

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
        externalLinks { target images }
        pagination { enabled }
        trademark { enabled }
        privacyPolicy { url }
        socialPreview { url }
        insights { trackingCookie enabled }
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
  return (
    <ThemeForm
      site={id}
      saved={saved}
      version={version ?? 0}
      preview={site.preview?.url}
      again={() => reread<SiteThemeQuery>(query, { site: id })}
    />
  )
}
