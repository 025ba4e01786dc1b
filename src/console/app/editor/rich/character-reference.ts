import { elementsOf } from '../../parts/RenderedHtml.tsx'

/**
 * The characters that a name such as `nbsp` stands for; false for other names. The build uses it in place of the package that
 * the parser of Markdown imports, which in browsers would assign HTML without the policy of the console.
 */
export function decodeNamedCharacterReference(name: string): string | false {
  if (!/^[a-z0-9]{1,31}$/i.test(name)) return false
  const written = `&${name};`
  const read = elementsOf(written).textContent ?? ''
  return read === written || read === '' ? false : read
}
