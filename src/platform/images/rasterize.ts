import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { limitMemory } from './limit-memory.ts'
import { imageElement, type StoredImage } from './stored-image.ts'

/** Patterns and filters of an SVG can be of any size. */
const MAX_BYTES = 256 * 1024 * 1024

let ready: Promise<void> | undefined

async function load(): Promise<void> {
  const file = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')
  await initWasm(limitMemory(await readFile(file), MAX_BYTES))
}

/**
 * An SVG as PNG. It has no fonts and loads nothing. For worker threads only: it can take a while, and ends the thread
 * where it runs out of memory or stack, because the WebAssembly cannot be used after that.
 */
export async function svgToPng(svg: string): Promise<Uint8Array> {
  ready ??= load()
  await ready
  try {
    const image = new Resvg(svg).render()
    try {
      return image.asPng()
    } finally {
      image.free()
    }
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) process.exit(1)
    throw error
  }
}

/** An image of any type as PNG, as large as fits a box. */
export function imageToPng(image: StoredImage, box: { width: number; height: number }): Promise<Uint8Array> {
  const scale = Math.min(box.width / image.width, box.height / image.height)
  const [width, height] = [Math.ceil(image.width * scale), Math.ceil(image.height * scale)]
  const shown = imageElement(image, { x: 0, y: 0, width, height })
  return svgToPng(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shown}</svg>`,
  )
}
