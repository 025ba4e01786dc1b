import { type Html, html, nothing } from '../../../core/html.ts'
import { type Texts, textsOf } from '../../site-texts/index.ts'
import type { SearchResult, SearchView, SiteFrame } from '../views.ts'
import { pageBody } from './body.ts'
import { htmlDocument } from './html-document.ts'
import { icon } from './icons.ts'

/** A form that works without the script. */
export function searchForm({ searchHref }: SiteFrame, texts: Texts, query: string): Html {
  if (searchHref === null) return nothing
  // The address can have a query, which a form would drop.
  const [action = '', given = ''] = searchHref.split('?')
  const kept = [...new URLSearchParams(given)].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`<form class="search-form" role="search" action="${action}" method="get">${kept}${icon('search')}<input type="search" name="q" value="${query}" maxlength="200" aria-label="${texts.get('searchSite')}" placeholder="${texts.get('searchSite')}"><button class="button primary">${texts.get('search')}</button></form>`
}

/** The results of a search as a page. */
export function renderSearch({ frame, query, results, suggestions, head }: SearchView): string {
  const texts = textsOf(frame.locale)
  const title = texts.get(query === '' ? 'search' : 'results')
  const none =
    query === ''
      ? html`<p>${texts.get('searchHint')}</p>`
      : html`<p>${texts.get('noResults', query)}</p>${near(suggestions, frame, texts)}`
  const found = results.length > 0 ? html`<ul class="results">${results.map(result)}</ul>` : none
  const main = html`<div class="single"><h1>${title}</h1>${searchForm(frame, texts, query)}<div role="status">${found}</div></div>`
  return htmlDocument(frame, { title, head }, pageBody(frame, texts, { classes: ['no-outline'], main }))
}

function near(words: readonly string[], { searchHref }: SiteFrame, texts: Texts): Html {
  if (words.length === 0 || searchHref === null) return nothing
  const sign = searchHref.includes('?') ? '&' : '?'
  const links = words.map(
    (word) => html`<li><a href="${searchHref}${sign}q=${encodeURIComponent(word)}">${word}</a></li>`,
  )
  return html`<p>${texts.get('tryWords')}</p><ul>${links}</ul>`
}

const marked = (parts: SearchResult['passages'][number]['parts']): Html =>
  html`${parts.map(({ text, marked: isMarked }) => (isMarked ? html`<mark>${text}</mark>` : text))}`

function result({ titleParts, href, path, passages }: SearchResult): Html {
  const trail = path.length > 0 && html`<p class="result-path">${path.join(' › ')}</p>`
  const shown = passages.map(({ href: to, title: heading, parts }) =>
    to
      ? html`<li><a href="${to}">${heading && html`<strong>${heading}</strong> `}${marked(parts)}</a></li>`
      : html`<li>${marked(parts)}</li>`,
  )
  return html`<li class="result"><a class="result-title" href="${href}">${marked(titleParts)}</a>${trail}${shown.length > 0 && html`<ul class="passages">${shown}</ul>`}</li>`
}
