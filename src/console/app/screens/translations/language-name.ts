import { language } from '../../texts/index.ts'

/** The name of a language, such as `pt-br` or `PT_BR`, in the language of the interface. */
export function languageName(tag: string): string {
  const code = tag.toLowerCase().replace('_', '-')
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(code) ?? tag
  } catch {
    return tag
  }
}
