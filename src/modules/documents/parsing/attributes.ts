const attribute = /([\w:@-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>]+)))?/g
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const reference = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|(amp|lt|gt|quot|apos));/gi

/** Parses the attributes of tags and elements. An attribute without a value is empty. */
export function attributesIn(source: string): Map<string, string> {
  return new Map(
    Array.from(source.matchAll(attribute), ([, name, double, single, bare]) => [
      name ?? '',
      decode(double ?? single ?? bare ?? ''),
    ]),
  )
}

export function attributesText(attributes: Iterable<readonly [string, string]>): string {
  return Array.from(attributes, ([name, value]) =>
    value === '' ? ` ${name}` : ` ${name}="${encodeAttribute(value)}"`,
  ).join('')
}

export function decode(text: string): string {
  return text.replace(reference, (all, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? all
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
      ? String.fromCodePoint(point)
      : all
  })
}

const encodeAttribute = (value: string): string =>
  value
    .replace(/&(?=#|\w)/g, '&amp;')
    .replaceAll('"', '&quot;')
    .replace(/[\r\n<>]/g, (character) => `&#${character.codePointAt(0)};`)

// Characters that start a list or emphasis are escaped only where they would do so, which keeps names of variables
// readable.
const meaningful =
  /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|^-|(?<=^\d{1,9})[.)]|[^\p{L}\p{N}\p{M} .,;_/'()-]|^ +| +$| {2,}/gu

/** Escapes text so that neither HTML nor Markdown interprets it. */
export const encodeText = (text: string): string =>
  text.replace(meaningful, (found) =>
    Array.from(found, (character) => `&#${character.codePointAt(0)};`).join(''),
  )
