import { attributes, type Html, html } from '../../../core/html.ts'
import { isForeign, safeSource } from '../addresses.ts'
import type { ShownImage, ThemedImage } from '../views.ts'

/** The images that pages can load: not those of other hosts. Undefined if there is none for the light theme. */
export function ownImage(image: ThemedImage | undefined): ThemedImage | undefined {
  const isOwn = ({ href }: ShownImage) => safeSource(href) !== null && !isForeign(href)
  if (!image || !isOwn(image.light)) return undefined
  const { light, dark } = image
  return { light, ...(dark && isOwn(dark) ? { dark } : {}) }
}

/** An image of the frame in both themes: the logo, the cover. */
export function themedImage({ light, dark }: ThemedImage, alt: string, classes: string): Html {
  const one = (image: ShownImage, theme: string) =>
    html`<img${attributes({ class: `${classes} ${theme}`.trim(), src: image.href, alt, width: image.width, height: image.height })}>`
  return dark ? html`${one(light, 'on-light')}${one(dark, 'on-dark')}` : one(light, '')
}
