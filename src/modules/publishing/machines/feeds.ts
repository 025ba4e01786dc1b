import { escaped } from '../../../core/html.ts'

export interface FeedEntry {
  /** Identifies the entry for readers of the feed. It never changes. */
  id: string
  title: string
  url: string
  summary: string
  at: Date
}

export interface Feed {
  title: string
  /** The page that the feed is about, and the feed itself. */
  url: string
  self: string
  lang: string
  /** The newest first. */
  entries: readonly FeedEntry[]
}

export type FeedFormat = 'rss' | 'atom'

export const FEED_TYPES: Readonly<Record<FeedFormat, string>> = {
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
}

// What XML cannot contain, also not as a reference.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it removes.
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const xml = (text: string): string => escaped(text.replace(UNPRINTABLE, '').toWellFormed())
const element = (name: string, text: string): string => (text === '' ? '' : `<${name}>${xml(text)}</${name}>`)

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'

const changedAt = ({ entries }: Feed): Date => entries[0]?.at ?? new Date(0)

function rss(feed: Feed): string {
  const items = feed.entries.map(
    ({ id, title, url, summary, at }) =>
      `<item>${element('title', title)}${element('link', url)}<guid isPermaLink="false">${xml(id)}</guid><pubDate>${at.toUTCString()}</pubDate>${element('description', summary)}</item>\n`,
  )
  const self = `<atom:link href="${xml(feed.self)}" rel="self" type="${FEED_TYPES.rss}"/>`
  return `${HEAD}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>${element('title', feed.title)}${element('link', feed.url)}<description>${xml(feed.title)}</description>${element('language', feed.lang)}${self}<lastBuildDate>${changedAt(feed).toUTCString()}</lastBuildDate>\n${items.join('')}</channel></rss>\n`
}

function atom(feed: Feed): string {
  const entries = feed.entries.map(
    ({ id, title, url, summary, at }) =>
      `<entry>${element('id', `urn:quire:${id}`)}${element('title', title)}<link href="${xml(url)}"/><updated>${at.toISOString()}</updated>${element('summary', summary)}</entry>\n`,
  )
  return `${HEAD}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${xml(feed.lang)}">${element('id', feed.self)}${element('title', feed.title)}<link href="${xml(feed.url)}"/><link rel="self" type="${FEED_TYPES.atom}" href="${xml(feed.self)}"/><author>${element('name', feed.title)}</author><updated>${changedAt(feed).toISOString()}</updated>\n${entries.join('')}</feed>\n`
}

export const printFeed = (feed: Feed, format: FeedFormat): string => (format === 'rss' ? rss : atom)(feed)
