import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { projectRoot } from '../../../platform/project-root.ts'
import { assetOf, fontFiles, type SiteAssets } from '../../site-rendering/index.ts'

/** What src/tools/build/site-assets.mjs has compiled. */
const folder = join(projectRoot, 'dist/assets')
const { resolve } = createRequire(import.meta.url)

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#346ddb"/><path d="M9 8h10a4 4 0 0 1 4 4v12H13a4 4 0 0 1-4-4z" fill="none" stroke="#fff" stroke-width="2.5"/><path d="M13 13h6m-6 4h6" stroke="#fff" stroke-width="2.5"/></svg>'

const built = (name: string): Buffer => readFileSync(join(folder, name))

function make(): SiteAssets {
  const script = assetOf(built('main.js'), 'js')
  const themeScript = assetOf(built('theme.js'), 'js')
  const tryScript = assetOf(built('try-it.js'), 'js')
  const blockScript = assetOf(built('block.js'), 'js')
  const diagramScript = assetOf(built('diagrams.js'), 'js')
  const fonts = fontFiles.map((font) => ({ font, asset: assetOf(readFileSync(resolve(font.file)), 'woff2') }))
  const iconAsset = assetOf(icon, 'svg')
  return {
    files: [
      ...[script, themeScript, blockScript, tryScript, diagramScript, iconAsset],
      ...fonts.map(({ asset }) => asset),
    ],
    script: script.path,
    themeScript: themeScript.path,
    blockScript: blockScript.path,
    tryScript: tryScript.path,
    diagramScript: diagramScript.path,
    diagramFrame: assetOf(built('diagram-frame.html'), 'html'),
    icon: iconAsset.path,
    fonts: fonts.map(({ font, asset }) => ({ ...font, path: asset.path })),
    styles: built('styles.css').toString(),
  }
}

let made: SiteAssets | undefined

/** The assets of sites, which are read once per process. */
export function siteAssets(): SiteAssets {
  made ??= make()
  return made
}
