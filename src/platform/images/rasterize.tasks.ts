import { imageToPng } from './rasterize.ts'
import type { StoredImage } from './stored-image.ts'

const toPng = (order: { image: StoredImage; box: { width: number; height: number } }): Promise<Uint8Array> =>
  imageToPng(order.image, order.box)

/** The tasks of the worker that draws images. */
export const rasterizeTasks = { toPng }
