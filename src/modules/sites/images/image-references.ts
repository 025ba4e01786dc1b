import type { Settings } from '../../../core/settings.ts'

/** The parts of settings that refer to images. */
interface ImageSettings {
  header?: { logo?: Themed | undefined } | null | undefined
  footer?: { logo?: Themed | undefined } | null | undefined
  favicon?: Icon | null | undefined
  socialPreview?: { url?: string | undefined } | null | undefined
}
interface Themed {
  light: string
  dark: string
}
interface Icon {
  icon?: Themed | undefined
}
type ImageOf = (reference: string) => string

const themed = ({ light, dark }: Themed, imageOf: ImageOf): Themed => ({
  light: imageOf(light),
  dark: imageOf(dark),
})

/** The icon of a site with other references to its images. */
export const withIconImages = <Given extends Icon>(given: Given, imageOf: ImageOf): Given =>
  given.icon ? { ...given, icon: themed(given.icon, imageOf) } : given

/** Settings of a customization, or parts of them, with other references to their images. */
export function withImages<Given extends object>(given: Given, imageOf: ImageOf): Given {
  const { header, footer, favicon, socialPreview }: ImageSettings = given
  return {
    ...given,
    ...(header?.logo ? { header: { ...header, logo: themed(header.logo, imageOf) } } : {}),
    ...(footer?.logo ? { footer: { ...footer, logo: themed(footer.logo, imageOf) } } : {}),
    ...(favicon ? { favicon: withIconImages(favicon, imageOf) } : {}),
    ...(socialPreview?.url ? { socialPreview: { ...socialPreview, url: imageOf(socialPreview.url) } } : {}),
  }
}

/** The references to images in settings of a customization, or in parts of them. */
export function imagesIn(given: object): string[] {
  const found: string[] = []
  withImages(given, (reference) => {
    found.push(reference)
    return reference
  })
  return found
}

/** The path at which anyone can read an image. */
export const IMAGES_PATH = '/site-images'
const ID = /^sim_[a-z0-9]{1,60}$/

/** Whether a reference is the id of an image. */
export const isImageId = (reference: string): boolean => ID.test(reference)

/** The address of an image by its id. Addresses elsewhere, which were stored before images were kept, stay. */
export const imageUrl = ({ origin }: Pick<Settings, 'origin'>, reference: string): string =>
  isImageId(reference) ? `${origin()}${IMAGES_PATH}/${reference}` : reference

/** The id that a reference means: it is one, or the address that `imageUrl` makes of one. Null for other addresses. */
export function imageIdIn(settings: Pick<Settings, 'origin'>, reference: string): string | null {
  if (isImageId(reference)) return reference
  const id = reference.slice(reference.lastIndexOf('/') + 1)
  return isImageId(id) && imageUrl(settings, id) === reference ? id : null
}
