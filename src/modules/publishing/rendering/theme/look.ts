import type { Asset } from '../views.ts'
import { assetOf, type SiteAssets } from './asset.ts'
import { fallbackFace, fontFace, fontStack, monoStack } from './fonts.ts'
import { declarations, type Palette, tokensOf } from './tokens.ts'

interface Colours {
  light: string
  dark: string
}

/** The part of a customization that decides how a site looks. */
interface LookInput {
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

export interface Look {
  /** The stylesheet of the site, complete. */
  stylesheet: Asset
  /** The classes of the root element. */
  classes: string
  /** The path of the font that every page needs; absent for fonts of the system. */
  font?: string
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

/** How a site looks: its stylesheet and classes, from its customization. */
export function lookOf({ styling, header }: LookInput, { styles, fonts }: SiteAssets): Look {
  const palette = (theme: keyof Colours) => paletteOf({ styling, header }, theme)
  const chosen = [styling.font, styling.monospaceFont]
  const used = fonts.filter(({ font }) => chosen.includes(font))
  // Paths in a stylesheet are relative to it, and all assets are in one folder.
  const faces = used.map((font) => fontFace(font, font.path.replace('~assets/', '')))
  const shape = `--font:${fontStack(styling.font)};--mono:${monoStack(styling.monospaceFont)}`
  const light = declarations(tokensOf(palette('light'), false))
  const dark = `${declarations(tokensOf(palette('dark'), true))};color-scheme:dark`
  const text = [
    fallbackFace(styling.font),
    ...faces,
    `:root{${light};${shape};color-scheme:light}`,
    `@media(prefers-color-scheme:dark){:root:not([data-theme]){${dark}}}`,
    `:root[data-theme=dark]{${dark}}`,
    styles,
  ].join('\n')
  const classes = [
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
  const first = used.find(({ font }) => font === styling.font)
  return {
    stylesheet: assetOf(text, 'css'),
    classes: classes.filter(Boolean).join(' '),
    ...(first ? { font: first.path } : {}),
  }
}
