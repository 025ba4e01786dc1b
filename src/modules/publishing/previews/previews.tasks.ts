import { svgToPng } from '../../../platform/images/rasterize.ts'
import { type PreviewCard, previewSvg } from './preview-card.ts'

/** The preview of a page as PNG. */
const draw = async (card: PreviewCard): Promise<Uint8Array> => svgToPng(await previewSvg(card))

/** The tasks of the worker that draws previews. */
export const previewTasks = { draw }
