/** An image as it is stored, with its size in pixels. */
export interface StoredImage {
  contentType: string
  bytes: Uint8Array
  width: number
  height: number
}

/** An image with more pixels would take long to draw. */
const MAX_PIXELS = 4_000_000
const PIXEL_TYPES = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/gif'])
const typeOf = (contentType: string) => contentType.split(';', 1)[0] ?? ''
/** Texts, which would need fonts; images in images, whose size nobody has checked; and what could hide either. */
const NOT_DRAWN = /<(?:[\w-]+:)?(?:text|image|feImage|foreignObject)[\s/>]|<!(?:DOCTYPE|ENTITY)/i

/** Whether an image can be drawn into another one as readers see it. */
export function isDrawable({ contentType, bytes, width, height }: StoredImage): boolean {
  if (width * height > MAX_PIXELS) return false
  const type = typeOf(contentType)
  const isSvg = type === 'image/svg+xml'
  return PIXEL_TYPES.has(type) || (isSvg && !NOT_DRAWN.test(Buffer.from(bytes).toString('latin1')))
}

/** An element of an SVG that shows an image. */
export function imageElement(
  { contentType, bytes }: StoredImage,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): string {
  const type = typeOf(contentType).replace('apng', 'png')
  const data = Buffer.from(bytes).toString('base64')
  return `<image x="${x}" y="${y}" width="${width}" height="${height}" href="data:${type};base64,${data}"/>`
}
