import type { Paragraph, PhrasingContent } from 'mdast'
import { refFrom } from '../tree/refs.ts'
import type { DocumentNode, Fragment, ImageBlock, ImagesBlock } from '../tree/types.ts'
import type { Conversion } from './conversion.ts'
import type { Figures } from './figures.ts'
import { property } from './html.ts'
import { imageUrl, inlinesFrom } from './inlines.ts'
import { fragmentOf, paragraphBlock } from './paragraphs.ts'

const isImage = (node: PhrasingContent) => node.type === 'image' || node.type === 'imageReference'
const isSpace = (node: PhrasingContent) =>
  node.type === 'break' || (node.type === 'text' && node.value.trim() === '')

/** A paragraph that contains only images. */
export function imagesOfParagraph({ children }: Paragraph, conversion: Conversion): ImagesBlock | undefined {
  if (!children.some(isImage) || !children.every((node) => isImage(node) || isSpace(node))) return undefined
  const nodes = children.flatMap((node): ImageBlock[] => {
    if (node.type !== 'image' && node.type !== 'imageReference') return []
    const title = node.type === 'image' ? node.title : conversion.definitions.get(node.identifier)?.title
    const caption = title
      ? [paragraphBlock(inlinesFrom([{ type: 'text', value: title }], conversion), conversion)]
      : []
    const data: ImageBlock['data'] = {
      ref: refFrom(imageUrl(node, conversion)),
      ...(node.alt ? { alt: node.alt } : {}),
    }
    return [imageBlock(data, caption, conversion)]
  })
  return imagesBlock({}, nodes, conversion)
}

export function imagesOfFigures(
  { figures, align, isFullWidth }: Figures,
  captionOf: (caption: NonNullable<Figures['figures'][number]['caption']>) => DocumentNode[],
  conversion: Conversion,
): ImagesBlock {
  const nodes = figures.map(({ image, dark, link, caption }) => {
    const attribute = (name: string) => property(image, name) || undefined
    const [alt, width, height] = [attribute('alt'), attribute('width'), attribute('height')]
    const data: ImageBlock['data'] = {
      ref: refFrom(property(image, 'src') ?? ''),
      ...(dark ? { refDark: refFrom(dark) } : {}),
      ...(link ? { link: refFrom(link) } : {}),
      ...(alt ? { alt } : {}),
      ...(width ? { width } : {}),
      ...(height ? { height } : {}),
    }
    return imageBlock(data, caption ? captionOf(caption) : [], conversion)
  })
  const data = { ...(align ? { align } : {}), ...(isFullWidth ? { fullWidth: true } : {}) }
  return imagesBlock(data, nodes, conversion)
}

function imageBlock(data: ImageBlock['data'], caption: DocumentNode[], conversion: Conversion): ImageBlock {
  const fragments: Fragment[] = caption.length > 0 ? [fragmentOf('caption', caption, conversion)] : []
  return conversion.keys.assign(
    { object: 'block', type: 'image', key: '', isVoid: true, data, fragments },
    JSON.stringify(data),
    fragments,
  )
}

const imagesBlock = (data: ImagesBlock['data'], nodes: ImageBlock[], { keys }: Conversion): ImagesBlock =>
  keys.assign({ object: 'block', type: 'images', key: '', isVoid: false, data, nodes }, '', nodes)
