import { attributes, type Html, type HtmlValue, html } from '../../../core/html.ts'
import type { Texts } from '../../site-texts/index.ts'
import type { SiteFrame } from '../views.ts'
import { footer } from './footer.ts'
import { header } from './header.ts'

interface Body {
  classes?: readonly (string | false)[]
  sidebar?: Html
  main: HtmlValue
  /** Where the page reports that it is viewed. */
  insightsHref?: string
  /** Whether operations can be tried. */
  canTry?: boolean
  /** Beside the text, or above it on narrow screens. */
  aside?: Html
}

/** The texts that the script shows, which are in the language of the interface. */
const scriptTexts = [
  'copy',
  'copied',
  'close',
  'searchSite',
  'noResults',
  'tryWords',
  'searchHint',
  'searchFailed',
  'searching',
  'results',
  'enlarge',
  'menu',
  'thanks',
  'commentLabel',
  'send',
] as const

/** The body of every page: skip link, header, navigation, content, footer. */
export function pageBody(
  frame: SiteFrame,
  texts: Texts,
  { classes = [], sidebar, main, aside, insightsHref, canTry = false }: Body,
): Html {
  const strings = JSON.stringify(Object.fromEntries(scriptTexts.map((name) => [name, texts.get(name)])))
  const hasNav = sidebar !== undefined
  const names = ['page', !hasNav && 'no-nav', ...classes].filter(Boolean).join(' ')
  return html`<body${attributes({ 'data-texts': strings, 'data-insights': insightsHref, 'data-try-script': canTry && frame.assets.tryScript })}><a class="skip" href="#page:content">${texts.get('skip')}</a>${header(frame, texts, hasNav)}<div class="${names}">${sidebar}${aside}<main id="page:content" tabindex="-1">${main}</main></div>${footer(frame, texts)}</body>`
}
