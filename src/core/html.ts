/** A piece of HTML that is safe to insert: its texts are escaped. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  get isEmpty(): boolean {
    return this.text === ''
  }
}

export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[]

const special = /[&<>"']/
const all = /[&<>"']/g
const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** The only place where text becomes HTML. */
export const escaped = (text: string): string =>
  special.test(text) ? text.replace(all, (character) => references[character] ?? '') : text

function textOf(value: HtmlValue): string {
  if (value instanceof Html) return value.text
  if (typeof value === 'string') return escaped(value)
  if (typeof value === 'number') return String(value)
  if (value === null || value === undefined || value === false) return ''
  let text = ''
  for (const part of value) text += textOf(part)
  return text
}

/** Builds HTML from a template. Values are escaped unless they are HTML; null, undefined and false are left out. */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  let text = parts[0] ?? ''
  for (const [index, value] of values.entries()) text += textOf(value) + (parts[index + 1] ?? '')
  return new Html(text)
}

export const nothing = new Html('')

export type AttributeValue = string | number | boolean | null | undefined

/** Attributes with a leading space each. True has no value; false, null and undefined are left out. */
export function attributes(values: Readonly<Record<string, AttributeValue>>): Html {
  let text = ''
  for (const [name, value] of Object.entries(values)) {
    if (value === false || value === null || value === undefined) continue
    text += value === true ? ` ${name}` : ` ${name}="${escaped(String(value))}"`
  }
  return new Html(text)
}

/** An element with attributes and content. */
export const element = (
  name: string,
  values: Readonly<Record<string, AttributeValue>>,
  content: HtmlValue,
): Html => new Html(`<${name}${attributes(values).text}>${textOf(content)}</${name}>`)
