/** A line of a CSV file: what it redirects, or why it cannot be used. */
export interface RedirectLine {
  /** Counted from 1. */
  line: number
  from: string
  to: string
}

/** The fields of one line. A field in quotes can have commas, and quotes as two quotes. */
function fieldsOf(line: string, separator: string): string[] {
  const fields: string[] = []
  let field = ''
  let isQuoted = false
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at]
    if (isQuoted) {
      if (character !== '"') field += character
      else if (line[at + 1] === '"') {
        field += '"'
        at += 1
      } else isQuoted = false
    } else if (character === '"' && field.trim() === '') {
      isQuoted = true
      field = ''
    } else if (character === separator) {
      fields.push(field.trim())
      field = ''
    } else field += character
  }
  return [...fields, field.trim()]
}

const NAMES = /^(?:from|source|old|path)$/i

/** The redirects in a text of two columns, separated by commas, semicolons or tabs. Linear in the text. */
export function redirectLines(text: string): RedirectLine[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  const first = lines.find((line) => line.trim() !== '') ?? ''
  const separator = ['\t', ';', ','].find((each) => first.includes(each)) ?? ','
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return []
    const [from = '', to = ''] = fieldsOf(line, separator)
    const isHeader = line === first && NAMES.test(from)
    return isHeader ? [] : [{ line: index + 1, from, to }]
  })
}
