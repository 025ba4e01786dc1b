import type { Asset } from '../views.ts'
import { assetOf, type SiteAssets } from './asset.ts'
import { EMOJI_FONT, emojiStack, fallbackFace, fontFace, fontStack, monoStack } from './fonts.ts'
import { type Colours, type LookInput, paletteOf, shapesOf } from './palette.ts'
import { declarations, tokensOf } from './tokens.ts'

export interface Look {
  /** The stylesheet of the site, complete. */
  stylesheet: Asset
  /** The classes of the root element. */
  classes: string
  /** The path of the font that every page needs; absent for fonts of the system. */
  font?: string
}

/** How a site looks: its stylesheet and classes, from its customization. */
export function lookOf({ styling, header }: LookInput, { styles, fonts }: SiteAssets): Look {
  const palette = (theme: keyof Colours) => paletteOf({ styling, header }, theme)
  const chosen = [styling.font, styling.monospaceFont, EMOJI_FONT]
  const used = fonts.filter(({ font }) => chosen.includes(font))
  // Paths in a stylesheet are relative to it, and all assets are in one folder.
  const faces = used.map((font) => fontFace(font, font.path.replace('~assets/', '')))
  const shape = `--emoji:${emojiStack};--font:${fontStack(styling.font)};--mono:${monoStack(styling.monospaceFont)}`
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
  const first = used.find(({ font }) => font === styling.font)
  return {
    stylesheet: assetOf(text, 'css'),
    classes: shapesOf({ styling, header }),
    ...(first ? { font: first.path } : {}),
  }
}
