import { language, texts } from '../../texts/index.ts'

/** The languages that published sites have texts for. */
const OFFERED = 'ar de en es fr he it ja ko nb nl pl pt-BR pt-PT ru tr uk zh-Hans zh-Hant'.split(' ')

/** The name of a language in the language of the person; its tag, if the browser does not know it. */
function nameOf(tag: string): string {
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

/** The languages to choose from by their tags, with the one that is chosen now, whichever it is. */
export function languageChoices(current: string | null | undefined): Record<string, string> {
  const tags = current && !OFFERED.includes(current) ? [current, ...OFFERED] : OFFERED
  const named = tags.map((tag) => [tag, nameOf(tag)] as const)
  named.sort(([, a], [, b]) => a.localeCompare(b, language))
  return { '': texts.settings.noLanguage, ...Object.fromEntries(named) }
}
