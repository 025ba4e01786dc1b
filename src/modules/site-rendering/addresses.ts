const scheme = /^([a-z][a-z0-9+.-]*):/i
const allowed = new Set(['http', 'https', 'mailto', 'tel'])
/** Browsers ignore these characters in addresses, so `java\nscript:` would be a scheme. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes.
const ignored = /[\u0000-\u0020\u007f-\u009f\u200b-\u200f\u2028\u2029\ufeff]/g

/** An address that is safe as a link: http, https, mailto, tel or relative. Null for all others. */
export function safeHref(href: string): string | null {
  const bare = href.replace(ignored, '')
  const name = scheme.exec(bare)?.[1]?.toLowerCase()
  if (name !== undefined) return allowed.has(name) ? href.trim() : null
  // A backslash is a slash in browsers: `/\host` would be another host.
  return bare.startsWith('//') || /^[/\\]{2}|^\\/.test(bare)
    ? `https:${bare.replaceAll('\\', '/')}`
    : href.trim()
}

/** An address that is safe as an image or media file: http, https or relative. */
export function safeSource(href: string): string | null {
  const safe = safeHref(href)
  return safe !== null && /^(?:mailto|tel):/i.test(safe) ? null : safe
}

/** Whether an address has a host or scheme of its own. */
export const isForeign = (href: string): boolean => scheme.test(href) || href.startsWith('//')

/** The host of an address, as shown to readers. */
export function hostOf(href: string): string {
  try {
    return new URL(href).host.replace(/^www\./, '')
  } catch {
    return ''
  }
}
