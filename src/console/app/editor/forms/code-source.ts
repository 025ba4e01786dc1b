import { attributesIn, attributesText } from '../../../../modules/documents/parsing/attributes.ts'
import { withoutEnd } from '../blanks.ts'

/** A code block with its language and title. */
export interface CodeSource {
  language: string
  title: string
  code: string
}

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
  const [opening = '', ...lines] = source.split(/\r?\n/)
  const closing = withoutEnd(lines.pop() ?? '', ' \t')
  const [fence = ''] = /^(?:`{3,}|~{3,})/.exec(opening) ?? []
  const isFenced = fence !== '' && closing.startsWith(fence) && !/[^`~]/.test(closing)
  const info = opening.slice(fence.length).trim()
  if (!isFenced || info.includes('`')) return undefined
  const [language = ''] = info.split(/[ \t]/, 1)
  const attributes = attributesIn(info.slice(language.length))
  const isTitle = [...attributes.keys()].every((name) => name === 'title')
  if (!isTitle) return undefined
  return { language, title: attributes.get('title') ?? '', code: lines.join('\n') }
}

export const sourceOfCode = ({ language, title, code }: CodeSource): string =>
  fenced(code, language + (title === '' ? '' : attributesText([['title', title]])))

/** A code block with a fence that is longer than any inside. */
export function fenced(code: string, info = ''): string {
  const longest = Math.max(
    2,
    ...Array.from(code.matchAll(/^\s*(`{3,})/gm), ([, fence]) => (fence ?? '').length),
  )
  const fence = '`'.repeat(longest + 1)
  return `${fence}${info}\n${code.replace(/\n$/, '')}\n${fence}`
}
