import { attributes, Html, html, nothing } from '../../../core/html.ts'
import type { Locale } from '../../site-texts/index.ts'
import { type Texts, textsOf } from '../../site-texts/index.ts'
import { hasDiagram } from '../blocks/code.ts'
import type { NavItem, OutlineEntry, PageView, ShownLink } from '../views.ts'
import { pageBody } from './body.ts'
import { narrowLinks, variantMenus } from './header.ts'
import { htmlDocument, ofInterface } from './html-document.ts'
import { icon, markOf } from './icons.ts'
import { ownImage, themedImage } from './images.ts'
import { navList } from './nav.ts'

/** A page of a published site. */
export function renderPage(view: PageView): string {
  const { frame, layout, outline } = view
  const texts = textsOf(frame.locale)
  const hasOutline = layout.outline && outline.length > 1
  const cover = layout.cover && view.cover ? coverOf(view) : nothing
  const isAbove = layout.coverSize === 'full' && !cover.isEmpty
  const article = html`<article lang="${frame.lang}">${!isAbove && cover}${pageHead(view, texts)}<div class="text">${new Html(view.html)}</div>${pageFoot(view, texts)}</article>`
  const sidebar = layout.tableOfContents
    ? html`<nav class="sidebar" id="pages:nav" aria-label="${texts.get('pages')}" tabindex="-1"><div class="narrow-variants">${variantMenus(frame, texts)}</div><div class="nav-tree">${navList(view.nav, texts, view.operations)}</div>${narrowLinks(frame)}</nav>`
    : undefined
  const body = pageBody(frame, texts, {
    classes: [layout.width === 'wide' && 'wide', !hasOutline && 'no-outline'],
    ...(sidebar ? { sidebar } : {}),
    main: html`${isAbove && cover}${article}`,
    ...(view.insightsHref === undefined ? {} : { insightsHref: view.insightsHref }),
    canTry: view.connectOrigins.length > 0,
    ...(hasOutline ? { aside: outlineOf(outline, texts, ofInterface(frame)) } : {}),
  })
  const script = hasDiagram(view.html) ? frame.assets.diagramScript : undefined
  return htmlDocument(frame, { ...view, script }, body)
}

/** A branch of the table of contents, which is loaded when it is opened. */
export const renderNav = (items: readonly NavItem[], locale: Locale): string =>
  navList(items, textsOf(locale)).text

/** The height that the position of a cover refers to, in pixels from its middle. */
const COVER_HEIGHT = 240

/** The part of a cover that is shown, as a class: pages have no styles in attributes. In steps of a tenth. */
function coverPosition(yPos = 0): string {
  const share = 0.5 + yPos / COVER_HEIGHT
  return `y${Math.round(Math.min(1, Math.max(0, share)) * 10)}`
}

function coverOf({ cover: given, layout }: PageView): Html {
  const cover = ownImage(given)
  if (!cover) return nothing
  const classes = `cover ${layout.coverSize} ${coverPosition(given?.yPos)}`
  return html`<div class="${classes}">${themedImage(cover, '', '')}</div>`
}

function pageHead(view: PageView, texts: Texts): Html {
  const { layout, breadcrumbs, title, description } = view
  const mark = markOf(view)
  const heading = html`<h1${attributes({ class: layout.title ? null : 'unseen' })}>${!mark.isEmpty && html`<span class="page-mark">${mark}</span>`}${title}</h1>`
  const trail =
    breadcrumbs.length > 0 &&
    html`<nav class="breadcrumbs" aria-label="${texts.get('breadcrumbs')}"><ol>${breadcrumbs.map(({ title: name, href }) => html`<li><a href="${href}">${name}</a></li>`)}</ol></nav>`
  const words = layout.description && description && html`<p class="description">${description}</p>`
  return html`<div class="page-head">${trail}${actionsOf(view, texts)}${heading}${words}</div>`
}

function actionsOf({ actions, frame }: PageView, texts: Texts): Html {
  const { markdownHref, pdfHref, editHref, assistants = [] } = actions
  const links = [
    markdownHref &&
      html`<button type="button" class="action js-only" data-copy-from="${markdownHref}">${icon('copy')}<span>${texts.get('copyMarkdown')}</span></button><a class="action no-js" href="${markdownHref}">${icon('file')}${texts.get('viewMarkdown')}</a>`,
    pdfHref && html`<a class="action" href="${pdfHref}">${icon('download')}${texts.get('pdf')}</a>`,
    editHref &&
      html`<a class="action" href="${editHref}" rel="noopener">${icon('edit')}${texts.get('edit')}</a>`,
    ...assistants.map(
      ({ title, href }) =>
        html`<a class="action" href="${href}" target="_blank" rel="noopener noreferrer" aria-label="${texts.get('openIn', title)}">${icon('external')}${title}</a>`,
    ),
  ].filter(Boolean)
  if (links.length === 0) return nothing
  return html`<div class="actions"${attributes(ofInterface(frame))}>${links}</div>`
}

const RATINGS = ['good', 'ok', 'bad'] as const

/** Asks whether a page helped. The script sends the answer, and then asks for a comment. */
function feedbackOf({ feedbackHref, frame }: PageView, texts: Texts): Html {
  if (feedbackHref === undefined) return nothing
  const buttons = RATINGS.map(
    (rating) =>
      html`<button type="button" class="rate" data-rating="${rating}" aria-pressed="false">${texts.get(rating)}</button>`,
  )
  return html`<section class="feedback js-only" data-feedback="${feedbackHref}" aria-label="${texts.get('feedback')}"${attributes(ofInterface(frame))}><p>${texts.get('helpful')}</p><div class="rates">${buttons}</div></section>`
}

function pageFoot(view: PageView, texts: Texts): Html {
  const { layout, previous, next, updatedAt, frame } = view
  const lang = attributes(ofInterface(frame))
  const updated =
    layout.metadata &&
    updatedAt &&
    html`<p class="updated"${lang}>${texts
      .get('updated', '\u0000')
      .split('\u0000')
      .map((part, at) => [
        at > 0 && html`<time datetime="${updatedAt.toISOString()}">${texts.date(updatedAt)}</time>`,
        part,
      ])}</p>`
  const card = (link: ShownLink, rel: 'prev' | 'next') =>
    html`<a class="step ${rel}" rel="${rel}" href="${link.href}">${icon(rel === 'prev' ? 'arrow-left' : 'arrow-right')}<span><small${lang}>${texts.get(rel === 'prev' ? 'previous' : 'next')}</small><strong>${link.title}</strong></span></a>`
  const steps =
    layout.pagination &&
    (previous || next) &&
    html`<nav class="pagination" aria-label="${texts.get('pagination')}">${previous && card(previous, 'prev')}${next && card(next, 'next')}</nav>`
  return html`${feedbackOf(view, texts)}${updated}${steps}`
}

/** The headings beside the text. Where there is no room, a button above the text opens the list. */
function outlineOf(
  outline: readonly OutlineEntry[],
  texts: Texts,
  own: ReturnType<typeof ofInterface>,
): Html {
  const items = outline.map(
    ({ id, title, level }) => html`<li class="level-${level}"><a href="#${id}">${title}</a></li>`,
  )
  const title = texts.get('outline')
  const toggle = html`<button${attributes({ type: 'button', class: 'outline-toggle js-only', 'aria-expanded': 'false', 'aria-controls': 'outline:list', ...own })}>${title}${icon('down')}</button>`
  return html`<nav class="outline" aria-label="${title}">${toggle}<p${attributes(own)}>${title}</p><ul id="outline:list">${items}</ul></nav>`
}
