import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../../platform/project-root.ts'
import type { Asset } from '../../site-rendering/index.ts'
import { siteAssets } from './assets.ts'

const folder = join(projectRoot, 'dist/assets/drawing')
const PATH = /^~assets\/drawing\/([\w.-]+)$/

let names: ReadonlySet<string> | undefined

/**
 * What the frame of a diagram loads: its document, or one of its scripts. There are many, and each kind of diagram needs a
 * few, so they are read when they are requested.
 */
export function drawingFile(path: string): Asset | undefined {
  const { diagramFrame } = siteAssets()
  if (path === diagramFrame.path) return diagramFrame
  const [, name] = PATH.exec(path) ?? []
  if (name === undefined) return undefined
  names ??= new Set(readdirSync(folder))
  return names.has(name)
    ? { path, body: readFileSync(join(folder, name)), contentType: 'text/javascript; charset=utf-8' }
    : undefined
}
