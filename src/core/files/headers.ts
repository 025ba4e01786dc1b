import { toUSVString } from 'node:util'

/** Types that cannot run code in a browser. SVG and HTML are not among them. */
const rasterImages = new Set([
  'image/png',
  'image/apng',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/x-icon',
  'image/vnd.microsoft.icon',
])
const pdf = 'application/pdf'

/** Whether a browser may show a file inline; all others are downloads. */
export const isShownInline = (contentType: string): boolean =>
  rasterImages.has(contentType) || contentType === pdf

/** Headers that keep a stored file from affecting the page or the origin that shows it. */
export function fileResponseHeaders(file: { name: string; contentType: string }): Record<string, string> {
  const { name, contentType } = file
  const isInline = isShownInline(contentType)
  return {
    'content-type': /^text\//.test(contentType) ? `${contentType}; charset=utf-8` : contentType,
    'content-disposition': contentDisposition(isInline ? 'inline' : 'attachment', name),
    'x-content-type-options': 'nosniff',
    // PDF viewers of browsers do not start in a sandbox; scripts of a PDF never reach the origin.
    'content-security-policy':
      contentType === pdf
        ? "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'"
        : "sandbox; default-src 'none'",
    // Published pages on other hosts show their images; nothing else has to be readable from there.
    'cross-origin-resource-policy': contentType.startsWith('image/') ? 'cross-origin' : 'same-origin',
  }
}

function contentDisposition(type: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(toUSVString(name)).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${type}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
