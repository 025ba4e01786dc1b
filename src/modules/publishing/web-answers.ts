import type { Visit, WebAnswer } from '../../core/operations/web.ts'
import type { Asset } from '../site-rendering/index.ts'
import { assetHeaders } from './assets/asset-headers.ts'
import type { Served } from './publishing.service.ts'
import type { SiteVisit } from './reading/visits.ts'

export const HTML = 'text/html; charset=utf-8'
export const MARKDOWN = 'text/markdown; charset=utf-8'
export const PLAIN = 'text/plain; charset=utf-8'
export const JSON_TYPE = 'application/json; charset=utf-8'
export const XML = 'application/xml; charset=utf-8'

export const moved = (href: string, isPermanent: boolean, keeping: Visit['keeping']): WebAnswer => ({
  status: isPermanent ? 308 : 302,
  headers: { location: href },
  // A path can be taken by another page later.
  keeping: keeping === 'everyone' ? 'everyone' : 'no one',
})

export const textOf = (visit: SiteVisit, type: string, content: string): WebAnswer => ({
  status: 200,
  body: { type, content },
  keeping: visit.keeping,
})

export const answerOf = (visit: SiteVisit, type: string, served: Served): WebAnswer =>
  served.kind === 'moved'
    ? moved(served.href, served.isPermanent, visit.keeping)
    : {
        ...textOf(visit, type, served.text),
        frameOrigins: served.frameOrigins ?? [],
        connectOrigins: served.connectOrigins ?? [],
      }

export const assetAnswer = ({ body, contentType }: Asset, origin: string): WebAnswer => ({
  status: 200,
  headers: assetHeaders(contentType, origin),
  body: { type: contentType, content: body },
  keeping: 'everyone',
  isImmutable: true,
})
