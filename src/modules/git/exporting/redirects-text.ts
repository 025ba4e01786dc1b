import { isMap, isScalar } from 'yaml'
import { parseYaml } from '../../../platform/yaml.ts'
import { settingsYamlLimits } from '../../import/index.ts'

/** The text of the settings with other targets of redirects, and everything else as it is written. */
export function redirectsText(text: string, targetOf: (target: string) => string): string {
  const parsed = parseYaml(text, settingsYamlLimits)
  const redirects = 'document' in parsed ? parsed.document.get('redirects') : undefined
  let result = ''
  let at = 0
  for (const { value } of isMap(redirects) ? redirects.items : []) {
    if (!isScalar(value) || typeof value.value !== 'string' || !value.range) continue
    const target = targetOf(value.value)
    if (target === value.value) continue
    const [start, end] = value.range
    result += text.slice(at, start) + scalarText(target, text[start])
    at = end
  }
  return result + text.slice(at)
}

/** A text in the quotes of the one that it replaces. */
function scalarText(target: string, quote: string | undefined): string {
  if (quote === "'") return `'${target.replaceAll("'", "''")}'`
  return quote === '"' || !/^[\w./-]+$/.test(target) ? JSON.stringify(target) : target
}
