import type { Customization } from './customization.schema.ts'

const plain = (light: string, dark: string) => ({ light, dark })

/** How a site looks before it is customized. */
export const defaultCustomization: Customization = {
  styling: {
    theme: 'clean',
    primaryColor: plain('#346ddb', '#6c9bf5'),
    infoColor: plain('#737373', '#a3a3a3'),
    successColor: plain('#1b8751', '#3fb984'),
    warningColor: plain('#b95e04', '#f0a95b'),
    dangerColor: plain('#c62b2b', '#f47c7c'),
    corners: 'rounded',
    depth: 'subtle',
    links: 'default',
    font: 'Inter',
    monospaceFont: 'IBMPlexMono',
    background: 'plain',
    icons: 'regular',
    sidebar: { background: 'default', list: 'default' },
    search: 'prominent',
  },
  internationalization: { locale: 'en' },
  favicon: {},
  header: { preset: 'default', links: [] },
  footer: { groups: [] },
  themes: { default: 'light', toggeable: true },
  pdf: { enabled: true },
  feedback: { enabled: false },
  ai: { mode: 'none' },
  advancedCustomization: { enabled: false },
  git: { showEditLink: false },
  pageActions: { externalAI: false, markdown: true },
  externalLinks: { target: 'self' },
  pagination: { enabled: true },
  trademark: { enabled: false },
  privacyPolicy: {},
  socialPreview: {},
  insights: { trackingCookie: false },
}
