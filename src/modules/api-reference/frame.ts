import type { ReferenceOptions } from '../../core/operations/web.ts'
import { siteAssets } from '../publishing/index.ts'
import { type Asset, assetOf, lookOf, type SiteFrame } from '../site-rendering/index.ts'
import { defaultCustomization } from '../sites/index.ts'
import { FORMER_LINKS } from './former-links.ts'

/** What surrounds every page of the reference: the frame of a site with the default theme. */
export function frameOf(
  title: string,
  { base, links, guides }: Pick<ReferenceOptions, 'base' | 'links' | 'guides'>,
): { frame: SiteFrame; files: ReadonlyMap<string, Asset>; formerLinks: string } {
  const assets = siteAssets()
  const { stylesheet, classes, font } = lookOf(defaultCustomization, assets)
  const formerLinks = assetOf(FORMER_LINKS, 'js')
  const at = (path: string) => `${base}/${path}`
  const frame: SiteFrame = {
    title,
    home: base,
    lang: 'en',
    dir: 'ltr',
    locale: 'en',
    classes,
    headerLinks: [
      { title: 'Guides', href: null, style: 'link', links: [...guides] },
      ...links.map((link) => ({ ...link, style: 'link' as const, links: [] })),
    ],
    sections: [],
    languages: [],
    versions: [],
    footer: { groups: [] },
    themes: { default: 'light', toggeable: true },
    searchHref: at('~search'),
    trademark: false,
    externalTarget: 'self',
    assets: {
      stylesheet: at(stylesheet.path),
      script: at(assets.script),
      themeScript: at(assets.themeScript),
      tryScript: at(assets.tryScript),
      icon: at(assets.icon),
      ...(font === undefined ? {} : { font: at(font) }),
    },
  }
  const files = [...assets.files, stylesheet, formerLinks].map((asset) => [asset.path, asset] as const)
  return { frame, files: new Map(files), formerLinks: at(formerLinks.path) }
}
