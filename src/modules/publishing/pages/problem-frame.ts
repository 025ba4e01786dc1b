import { defaultCustomization } from '../../sites/index.ts'
import type { SiteFrame } from '../rendering/views.ts'
import { Addresses } from './addresses.ts'
import type { Assets } from './assets.ts'

/** What surrounds an error page when no site was found, or the reader was not admitted. */
export async function problemFrame(assets: Assets, base: string): Promise<SiteFrame> {
  const addresses = new Addresses({ base })
  return {
    title: 'Documentation',
    home: addresses.home,
    lang: 'en',
    dir: 'ltr',
    locale: 'en',
    headerLinks: [],
    sections: [],
    variants: [],
    themes: defaultCustomization.themes,
    searchHref: null,
    trademark: false,
    externalTarget: 'self',
    ...(await assets.of(defaultCustomization, addresses)),
  }
}
