import { type LookInput, paletteOf, shapesOf } from '../../../../../modules/site-rendering/theme/palette.ts'
import { declarations, tokensOf } from '../../../../../modules/site-rendering/theme/tokens.ts'
import type { Customization } from './customization.ts'

/** The same values as in a customization that is stored, which has them in lower case. */
const lower = (value: string): string => value.toLowerCase()

function lookOf({ styling, header }: Customization): LookInput {
  const { sidebar, tint, ...colours } = styling
  return {
    styling: {
      ...colours,
      theme: lower(styling.theme),
      corners: lower(styling.corners),
      depth: lower(styling.depth),
      links: lower(styling.links),
      background: lower(styling.background),
      search: lower(styling.search),
      sidebar: { background: lower(sidebar.background), list: lower(sidebar.list) },
      tint: tint ?? undefined,
    },
    header: {
      preset: lower(header.preset) as LookInput['header']['preset'],
      backgroundColor: header.backgroundColor ?? undefined,
      linkColor: header.linkColor ?? undefined,
    },
  }
}

/** Colours and shapes of a customization that is not saved yet, as they are computed for the stylesheets of sites. */
export function liveStyle(customization: Customization): { css: string; classes: string } {
  const look = lookOf(customization)
  const light = declarations(tokensOf(paletteOf(look, 'light'), false))
  const dark = `${declarations(tokensOf(paletteOf(look, 'dark'), true))};color-scheme:dark`
  return {
    css: [
      `:root{${light};color-scheme:light}`,
      `@media(prefers-color-scheme:dark){:root:not([data-theme]){${dark}}}`,
      `:root[data-theme=dark]{${dark}}`,
    ].join('\n'),
    classes: shapesOf(look),
  }
}

const SHAPE = /^(?:corners|depth|links|sidebar|list|search|header)-|^gradient$/

/** Shows a customization in a page of a site. The policy of the page allows no style element, but sheets of its own. */
export function applyStyle(page: Window & typeof globalThis, customization: Customization): void {
  const { css, classes } = liveStyle(customization)
  const sheet = new page.CSSStyleSheet()
  sheet.replaceSync(css)
  page.document.adoptedStyleSheets = [sheet]
  const root = page.document.documentElement
  const others = [...root.classList].filter((name) => !SHAPE.test(name))
  root.className = [...others, classes].join(' ')
}
