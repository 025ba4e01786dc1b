import { createHash } from 'node:crypto'
import { attributes, Html, html, nothing } from '../../../core/html.ts'
import { directionOf, languageTags } from '../../site-texts/index.ts'
import type { PageHead, SiteFrame } from '../views.ts'
import { emojiCharacters } from './icons.ts'
import { ownImage } from './images.ts'

interface DocumentHead {
  title: string
  description?: string | undefined
  head: PageHead
  /** A script that only some pages need. */
  script?: string | undefined
  scripts?: readonly { src: string }[]
  actions?: { markdownHref?: string }
}

const meta = (name: string, content: string | undefined): Html =>
  content ? html`<meta name="${name}" content="${content}">` : nothing
const property = (name: string, content: string | undefined): Html =>
  content ? html`<meta property="${name}" content="${content}">` : nothing

/** A whole HTML document around the body of a page. */
export function htmlDocument(frame: SiteFrame, page: DocumentHead, body: Html): string {
  const { assets, themes } = frame
  const fullTitle = page.title === frame.title ? page.title : `${page.title} | ${frame.title}`
  // The theme is set before anything is drawn. Readers who can choose follow their system until they do.
  const theme = themes.toggeable && themes.default === 'light' ? null : themes.default
  const root = attributes({
    lang: frame.lang,
    dir: frame.dir,
    class: frame.classes,
    'data-theme': theme,
    'data-choice': themes.toggeable,
    'data-announcement': frame.announcement && announcementKey(frame.announcement),
  })
  const text = html`<html${root}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${fullTitle}</title><script src="${assets.themeScript}"></script><link rel="stylesheet" href="${assets.stylesheet}">${preload(assets.font)}<script src="${assets.script}" defer></script>${page.script && html`<script src="${page.script}" defer></script>`}${meta('description', page.description)}${iconLinks(frame)}${metadata(frame, page)}${(page.scripts ?? []).map(({ src }) => html`<script src="${src}" async></script>`)}</head>${body}</html>`
  return `<!doctype html>${text.text}`
}

/** Changes with what an announcement says, so that one that a reader has closed is not shown to them again. */
const announcementKey = ({ message, link }: NonNullable<SiteFrame['announcement']>): string =>
  createHash('sha256').update(`${message} ${link?.title} ${link?.href}`).digest('base64url').slice(0, 10)

const preload = (font: string | undefined): Html =>
  font ? html`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>` : nothing

/** An emoji as an image, which browsers draw in the tab. */
const emojiImage = (emoji: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><text x="50" y="54" font-size="84" text-anchor="middle" dominant-baseline="central">${html`${emoji}`.text}</text></svg>`)}`

function iconLinks({ favicon: given, emoji, assets }: SiteFrame): Html {
  const favicon = ownImage(given)
  const characters = emojiCharacters(emoji)
  if (!favicon && characters) return html`<link rel="icon" href="${emojiImage(characters)}">`
  if (!favicon) return html`<link rel="icon" href="${assets.icon}">`
  if (!favicon.dark) return html`<link rel="icon" href="${favicon.light.href}">`
  return html`<link rel="icon" href="${favicon.light.href}" media="(prefers-color-scheme: light)"><link rel="icon" href="${favicon.dark.href}" media="(prefers-color-scheme: dark)">`
}

function metadata(frame: SiteFrame, { title, description, head, actions }: DocumentHead): Html {
  const { canonical, robots, alternates, feeds = [], openGraph, structuredData } = head
  return html`${canonical && html`<link rel="canonical" href="${canonical}">`}${meta('robots', robots)}${alternates.map(
    ({ lang, href }) => html`<link rel="alternate" hreflang="${lang}" href="${href}">`,
  )}${feeds.map(
    ({ title: name, href, type }) =>
      html`<link rel="alternate" type="${type}" title="${name}" href="${href}">`,
  )}${actions?.markdownHref && html`<link rel="alternate" type="text/markdown" href="${actions.markdownHref}">`}${property('og:title', title)}${property('og:description', description)}${property(
    'og:site_name',
    openGraph?.siteName ?? frame.title,
  )}${property('og:type', openGraph?.type ?? 'article')}${property('og:url', openGraph?.url ?? canonical)}${property(
    'og:image',
    openGraph?.image,
  )}${meta('twitter:card', openGraph?.image ? 'summary_large_image' : 'summary')}${structured(structuredData)}`
}

/** Data for search engines. `<` is escaped, so that it cannot end the element. */
function structured(data: readonly object[] | undefined): Html {
  if (!data || data.length === 0) return nothing
  const json = JSON.stringify(data.length === 1 ? data[0] : data).replaceAll('<', '\\u003c')
  return new Html(`<script type="application/ld+json">${json}</script>`)
}

/** The language and the direction of the interface, where they are not those of the content. */
export function ofInterface({ locale, lang, dir }: SiteFrame): { lang: string | null; dir: string | null } {
  const tag = languageTags[locale]
  const isSame = tag.split('-')[0] === lang.split('-')[0]
  const own = directionOf(tag)
  return { lang: isSame ? null : tag, dir: own === dir ? null : own }
}
