import { attributesIn, attributesText } from '../../../../modules/documents/parsing/attributes.ts'
import { fenced } from './source/schema.ts'

/** A code block with its language and title. */
export interface CodeSource {
  language: string
  title: string
  code: string
}

const FENCED = /^(`{3,}|~{3,})[ \t]*([^\s`]*)([^`\r\n]*)\r?\n([\s\S]*?)\r?\n?\1[`~]*[ \t]*$/
const TAGGED = /^\{%\s*code\b([^%]*)%\}\s*?\n([\s\S]*)\n\s*\{%\s*endcode\s*%\}$/

/** The parts of a code block. Undefined for forms that are edited as their source. */
export function codeFrom(source: string): CodeSource | undefined {
  const tagged = TAGGED.exec(source)
  if (tagged) {
    const inner = codeFrom((tagged[2] ?? '').trim())
    const attributes = attributesIn(tagged[1] ?? '')
    const isTitle = [...attributes.keys()].every((name) => name === 'title')
    return inner && isTitle && inner.title === ''
      ? { ...inner, title: attributes.get('title') ?? '' }
      : undefined
  }
  const found = FENCED.exec(source)
  if (found === null) return undefined
  const attributes = attributesIn(found[3] ?? '')
  const isTitle = [...attributes.keys()].every((name) => name === 'title')
  if (!isTitle) return undefined
  return {
    language: found[2] ?? '',
    title: attributes.get('title') ?? '',
    code: (found[4] ?? '').replace(/\r\n/g, '\n'),
  }
}

export const sourceOfCode = ({ language, title, code }: CodeSource): string =>
  fenced(code, language + (title === '' ? '' : attributesText([['title', title]])))
