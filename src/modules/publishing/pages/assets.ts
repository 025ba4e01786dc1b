import type { ByteCache } from '../../../core/byte-cache.ts'
import { canonicalJson, hashOf } from '../../revisions/index.ts'
import { type Asset, type Look, lookOf, type SiteAssets, type SiteFrame } from '../../site-rendering/index.ts'
import type { Customization } from '../../sites/index.ts'
import { siteAssets } from '../assets/assets.ts'
import { drawingFile } from '../assets/drawing-file.ts'
import type { Addresses } from './addresses.ts'

/** The styles, scripts and fonts of sites. Stylesheets are made of the look of a site, and kept in the cache. */
export class Assets {
  readonly #cache: ByteCache

  constructor(cache: ByteCache) {
    this.#cache = cache
  }

  /** The addresses of the assets of a site with this look. */
  async of(look: Customization, addresses: Addresses): Promise<Pick<SiteFrame, 'assets' | 'classes'>> {
    const files = siteAssets()
    const { stylesheet, classes, font } = this.#lookOf(look, files)
    return {
      classes,
      assets: {
        stylesheet: addresses.asset(stylesheet.path),
        script: addresses.asset(files.script),
        themeScript: addresses.asset(files.themeScript),
        icon: addresses.asset(files.icon),
        tryScript: addresses.asset(files.tryScript),
        diagramScript: addresses.asset(files.diagramScript),
        ...(font === undefined ? {} : { font: addresses.asset(font) }),
      },
    }
  }

  /**
   * The asset with a path. A stylesheet that this node has not made yet is that of one of the looks, such as that of a
   * page which another node has sent.
   */
  async find(path: string, looks: readonly Customization[]): Promise<Asset | undefined> {
    const files = siteAssets()
    const shared = files.files.find((file) => file.path === path) ?? drawingFile(path)
    if (shared) return shared
    for (const look of looks) {
      const { stylesheet } = this.#lookOf(look, files)
      if (stylesheet.path === path) return stylesheet
    }
    return undefined
  }

  #lookOf({ styling, header }: Customization, files: SiteAssets): Look {
    const { preset, backgroundColor, linkColor } = header
    const key = `look ${hashOf(canonicalJson({ styling, preset, backgroundColor, linkColor }))}`
    const known = this.#cache.get<Look>(key)
    if (known) return known
    const look = lookOf({ styling, header }, files)
    this.#cache.set(key, look, look.stylesheet.body.length)
    return look
  }
}
