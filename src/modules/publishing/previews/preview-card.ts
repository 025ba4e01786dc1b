import { imageElement, type StoredImage } from '../../../platform/images/stored-image.ts'
import { drawnText } from './drawn-text.ts'

/** What the preview of a page shows. */
export interface PreviewCard {
  site: string
  title: string
  description: string
  language: string
  accent: string
  /** The logo of the site, which is shown instead of its name. */
  logo?: StoredImage
}

const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 80
const LOGO = { width: 480, height: 64 }
/** Longer texts are cut before they are laid out. */
const MAX_CHARACTERS = 300

const [INK, MUTED, SURFACE] = ['#14181f', '#525a67', '#ffffff']

/** The preview of a page as SVG, without text: letters are paths. */
export async function previewSvg(card: PreviewCard): Promise<string> {
  const { accent, language } = card
  const cut = (text: string) =>
    [...text.slice(0, 2 * MAX_CHARACTERS).normalize('NFC')].slice(0, MAX_CHARACTERS).join('')
  const width = WIDTH - 2 * MARGIN
  const usual = { width, language }
  const head = card.logo
    ? drawnLogo(card.logo)
    : (
        await drawnText(
          cut(card.site),
          { x: MARGIN, y: MARGIN },
          { ...usual, size: 34, most: 1, ink: MUTED, isBold: true },
        )
      ).svg
  const title = await drawnText(
    cut(card.title),
    { x: MARGIN, y: 196 },
    { ...usual, size: 72, most: 3, ink: INK, isBold: true },
  )
  const room = Math.floor((HEIGHT - 60 - (title.bottom + 24)) / (32 * 1.25))
  const description = await drawnText(
    cut(card.description),
    { x: MARGIN, y: title.bottom + 24 },
    { ...usual, size: 32, most: Math.max(1, Math.min(3, room)), ink: MUTED, isBold: false },
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="${SURFACE}"/><rect width="${WIDTH}" height="16" fill="${accent}"/>${head}${title.svg}${card.description === '' || room < 1 ? '' : description.svg}</svg>`
}

function drawnLogo(logo: StoredImage): string {
  const scale = Math.min(LOGO.width / logo.width, LOGO.height / logo.height)
  const size = { width: logo.width * scale, height: logo.height * scale }
  return imageElement(logo, { x: MARGIN, y: MARGIN - 8, ...size })
}
