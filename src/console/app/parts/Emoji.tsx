/** The characters of an emoji that the API gives as code points, such as `1f600`. */
export function emojiOf(code: string): string {
  const isCode = /^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/i.test(code)
  const points = isCode ? code.split('-').map((point) => Number.parseInt(point, 16)) : []
  const characters =
    isCode && points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : code
  return characters.slice(0, 32)
}

/** An emoji that the API gives as code points. */
export function Emoji({ code }: { code: string | null | undefined }) {
  return code ? (
    <span className="emoji" aria-hidden="true">
      {emojiOf(code)}
    </span>
  ) : null
}
