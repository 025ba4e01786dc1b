import files from '#emoji'

/**
 * Adds a font of emoji, for systems without one. A browser loads those of its files whose characters are shown.
 *
 * Its list of characters is loaded after the first screen and not with the styles, which all wait for.
 */
export function addEmojiFont(): void {
  for (const [path, unicodeRange] of files) {
    const { href } = new URL(path, import.meta.url)
    const weight = '300 700'
    document.fonts.add(
      new FontFace('Noto Emoji', `url("${href}")`, { unicodeRange, weight, display: 'swap' }),
    )
  }
}
