import { createHash } from 'node:crypto'
import type { Asset } from '../views.ts'
import type { FontFile } from './fonts.ts'

const contentTypes = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
} as const

/** A file whose path contains the hash of its content. */
export function assetOf(content: string | Uint8Array, extension: keyof typeof contentTypes): Asset {
  const body = typeof content === 'string' ? Buffer.from(content) : content
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 20)
  return { path: `~assets/${hash}.${extension}`, body, contentType: contentTypes[extension] }
}

/** The files that all sites share, and the styles that their stylesheets contain. */
export interface SiteAssets {
  files: readonly Asset[]
  script: string
  themeScript: string
  /** Runs in the frames of integration blocks. */
  blockScript: string
  /** The form of operations, which is loaded when it is first opened. */
  tryScript: string
  /** Shows the frames of diagrams. */
  diagramScript: string
  /** The document of these frames. It is none of the files: it must be sent with a policy of its own. */
  diagramFrame: Asset
  icon: string
  fonts: readonly (FontFile & { path: string })[]
  styles: string
}
