import type { Palette } from './tokens.ts'

export interface Colours {
  light: string
  dark: string
}

/** The part of a customization that decides how a site looks. */
export interface LookInput {
  styling: {
    theme: string
    primaryColor: Colours
    infoColor: Colours
    successColor: Colours
    warningColor: Colours
    dangerColor: Colours
    tint?: { color: Colours } | undefined
    corners: string
    depth: string
    links: string
    font: string
    monospaceFont: string
    background: string
    icons: string
    sidebar: { background: string; list: string }
    search: string
  }
  header: {
    preset: 'default' | 'bold' | 'contrast' | 'custom' | 'none'
    backgroundColor?: Colours | undefined
    linkColor?: Colours | undefined
  }
}

/** The colours that a customization gives to a theme. */
export const paletteOf = ({ styling, header }: LookInput, theme: keyof Colours): Palette => ({
  primary: styling.primaryColor[theme],
  info: styling.infoColor[theme],
  success: styling.successColor[theme],
  warning: styling.warningColor[theme],
  danger: styling.dangerColor[theme],
  tint: styling.tint?.color[theme] ?? (styling.theme === 'clean' ? undefined : styling.primaryColor[theme]),
  header: {
    preset: header.preset === 'default' && styling.theme === 'bold' ? 'bold' : header.preset,
    ...(header.backgroundColor ? { background: header.backgroundColor[theme] } : {}),
    ...(header.linkColor ? { link: header.linkColor[theme] } : {}),
  },
  isMatched: styling.background === 'match' || styling.theme === 'muted',
})

/** The classes of the root element that decide shapes. */
export const shapesOf = ({ styling, header }: LookInput): string =>
  [
    `corners-${styling.corners}`,
    `depth-${styling.depth}`,
    `links-${styling.links}`,
    `sidebar-${styling.sidebar.background}`,
    `list-${styling.sidebar.list}`,
    `search-${styling.search}`,
    `icons-${styling.icons}`,
    `header-${header.preset}`,
    styling.theme === 'gradient' && 'gradient',
  ]
    .filter(Boolean)
    .join(' ')
