import type { Ref } from './types.ts'

const file = /^\/files\/(fil_[a-z0-9]+)$/
const user = /^\/users\/(usr_[a-z0-9]+)$/
const page = /^\/pages\/(pag_[a-z0-9]+)(?:#(.+))?$/

/** The target of a URL in Markdown: a page, a file or a user by its id, or the URL as written. */
export function refFrom(url: string): Ref {
  const fileId = file.exec(url)?.[1]
  if (fileId !== undefined) return { kind: 'file', file: fileId }
  const userId = user.exec(url)?.[1]
  if (userId !== undefined) return { kind: 'user', user: userId }
  const [, pageId, anchor] = page.exec(url) ?? []
  if (pageId === undefined) return { kind: 'url', url }
  return anchor === undefined ? { kind: 'page', page: pageId } : { kind: 'anchor', anchor, page: pageId }
}

/** The name of the file or page that a URL leads to. */
export const nameOfTarget = (url: string): string => url.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? ''

/** The URL of a reference in Markdown. */
export function urlOf(ref: Ref): string {
  switch (ref.kind) {
    case 'url':
      return ref.url
    case 'file':
      return `/files/${ref.file}`
    case 'page':
      return `/pages/${ref.page}`
    case 'anchor':
      return ref.page === undefined ? `#${ref.anchor}` : `/pages/${ref.page}#${ref.anchor}`
    case 'user':
      return `/users/${ref.user}`
    case 'reusable-content':
      return ref.reusableContent
    case 'openapi':
      return ref.spec
  }
}
