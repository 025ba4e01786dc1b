import { type Html, html } from '../../../core/html.ts'
import { type Texts, textsOf } from '../../site-texts/index.ts'
import type { ProblemState, ProblemView } from '../views.ts'
import { pageBody } from './body.ts'
import { htmlDocument } from './html-document.ts'
import { searchForm } from './search.ts'

/** What a reader can do in a state: search, enter the key of a link, open the home page, or request the page again. */
const actions: Readonly<Record<ProblemState, 'search' | 'key' | 'home' | 'retry'>> = {
  keyNeeded: 'key',
  keyEnded: 'key',
  signIn: 'retry',
  noRight: 'retry',
  previewEnded: 'home',
  noSite: 'home',
  noAddress: 'home',
  notFound: 'search',
  gone: 'search',
  empty: 'retry',
  tooMany: 'retry',
  failed: 'retry',
  unavailable: 'retry',
  problem: 'home',
}

/** A page for a request that has no other: what is wrong in one sentence, and one thing to do. */
export function renderProblem({ frame, status, state, path }: ProblemView): string {
  const texts = textsOf(frame.locale)
  const title = texts.get(state)
  const code = status < 400 ? null : html`<p class="status-code">${status}</p>`
  const main = html`<div class="single problem">${code}<h1>${title}</h1><p class="description">${texts.get(`${state}Message`)}</p>${actionOf({ frame, state, path }, texts)}</div>`
  const body = pageBody(frame, texts, { classes: ['no-outline'], main })
  return htmlDocument(frame, { title, head: { alternates: [], robots: 'noindex' } }, body)
}

function actionOf({ frame, state, path }: Omit<ProblemView, 'status'>, texts: Texts): Html {
  const action = actions[state]
  if (action === 'key') return keyForm(frame.home, texts)
  const isRetry = action === 'retry' || path === frame.home
  const [title, href] = isRetry ? [texts.get('retry'), path] : [texts.get('home'), frame.home]
  const hasSearch = action === 'search' && frame.searchHref !== null
  const link = html`<p class="problem-actions"><a class="button ${hasSearch ? 'secondary' : 'primary'}" href="${href}">${title}</a></p>`
  return hasSearch ? html`${searchForm(frame, texts, '')}${link}` : link
}

/** The server moves the key into the path, where links keep it. */
const keyForm = (home: string, texts: Texts): Html =>
  html`<form class="key-form" action="${home}" method="get"><label>${texts.get('key')}<input name="shareKey" required maxlength="200" autocomplete="off" spellcheck="false"></label><button class="button primary">${texts.get('openSite')}</button></form>`
