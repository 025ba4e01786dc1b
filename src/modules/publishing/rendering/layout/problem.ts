import { html, nothing } from '../../../../core/html.ts'
import { type TextName, textsOf } from '../texts/texts.ts'
import type { ProblemView } from '../views.ts'
import { pageBody } from './body.ts'
import { htmlDocument } from './html-document.ts'
import { searchForm } from './search.ts'

const texts: Readonly<Record<number, readonly [title: TextName, message: TextName]>> = {
  401: ['unauthorized', 'unauthorizedMessage'],
  403: ['unauthorized', 'unauthorizedMessage'],
  404: ['notFound', 'notFoundMessage'],
  410: ['gone', 'goneMessage'],
  503: ['unavailable', 'unavailableMessage'],
}

/** A page for a request that has no other: what is wrong, and what the reader can do. */
export function renderProblem({ frame, status, title, message, actions }: ProblemView): string {
  const words = textsOf(frame.locale)
  const [titleName, messageName] = texts[status] ?? ['problem', 'problemMessage']
  const shown = title ?? words.get(titleName)
  const links =
    actions.length > 0
      ? html`<p class="problem-actions">${actions.map(({ title: name, href }, at) => html`<a class="button ${at === 0 && status !== 404 ? 'primary' : 'secondary'}" href="${href}">${name}</a>`)}</p>`
      : nothing
  const search = status === 404 ? searchForm(frame, words, '') : nothing
  const main = html`<div class="single problem"><p class="status-code">${status}</p><h1>${shown}</h1><p class="description">${message ?? words.get(messageName)}</p>${search}${links}</div>`
  const body = pageBody(frame, words, { classes: ['no-outline'], main })
  return htmlDocument(frame, { title: shown, head: { alternates: [], robots: 'noindex' } }, body)
}
