import type { SiteFrame } from '../../site-rendering/index.ts'
import { directionOf, languageTags } from '../../site-texts/index.ts'
import { type Customization, defaultCustomization } from '../../sites/index.ts'
import { Addresses } from './addresses.ts'
import type { Assets } from './assets.ts'

interface ProblemPlace {
  /** The path that the addresses of assets begin with. */
  base: string
  home: string
  /** The look of the site; that of all sites if none was found. */
  look?: Customization
}

/** What surrounds an error page when no site was found, or the reader was not admitted. */
export async function problemFrame(
  assets: Assets,
  { base, home, look = defaultCustomization }: ProblemPlace,
): Promise<SiteFrame> {
  const { locale } = look.internationalization
  return {
    title: 'Documentation',
    home,
    lang: languageTags[locale],
    dir: directionOf(languageTags[locale]),
    locale,
    headerLinks: [],
    sections: [],
    languages: [],
    versions: [],
    themes: look.themes,
    searchHref: null,
    trademark: false,
    externalTarget: 'self',
    ...(await assets.of(look, new Addresses({ base }))),
  }
}
