import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build, stop, transform } from 'esbuild'
import { projectRoot } from '../../../platform/project-root.ts'
import { assetOf, type SiteAssets } from '../rendering/theme/asset.ts'
import { fontFiles } from '../rendering/theme/fonts.ts'
import type { Asset } from '../rendering/views.ts'

const folder = join(projectRoot, 'src/modules/publishing/assets')
const { resolve } = createRequire(import.meta.url)

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#346ddb"/><path d="M9 8h10a4 4 0 0 1 4 4v12H13a4 4 0 0 1-4-4z" fill="none" stroke="#fff" stroke-width="2.5"/><path d="M13 13h6m-6 4h6" stroke="#fff" stroke-width="2.5"/></svg>'

async function scriptOf(name: string): Promise<Asset> {
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'script', `${name}.ts`)],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  })
  return assetOf(outputFiles[0]?.contents ?? '', 'js')
}

async function stylesOf(): Promise<string> {
  const sources = readdirSync(join(folder, 'styles'))
    .filter((name) => name.endsWith('.css'))
    .sort()
    .map((name) => readFileSync(join(folder, 'styles', name), 'utf8'))
  const { code } = await transform(sources.join('\n'), { loader: 'css', minify: true, target: 'chrome109' })
  return code
}

async function make(): Promise<SiteAssets> {
  const [script, themeScript, blockScript, styles] = await Promise.all([
    scriptOf('main'),
    scriptOf('theme'),
    scriptOf('block'),
    stylesOf(),
  ])
  await stop()
  const fonts = fontFiles.map((font) => ({ font, asset: assetOf(readFileSync(resolve(font.file)), 'woff2') }))
  const iconAsset = assetOf(icon, 'svg')
  return {
    files: [script, themeScript, blockScript, iconAsset, ...fonts.map(({ asset }) => asset)],
    script: script.path,
    themeScript: themeScript.path,
    blockScript: blockScript.path,
    icon: iconAsset.path,
    fonts: fonts.map(({ font, asset }) => ({ ...font, path: asset.path })),
    styles,
  }
}

let made: Promise<SiteAssets> | undefined

/** The assets of sites, which are built once per process. */
export function siteAssets(): Promise<SiteAssets> {
  made ??= make()
  return made
}
