import { knownIcon } from '../../../modules/documents/icons.ts'
import { Emoji } from './Emoji.tsx'
import { Icon } from './Icon.tsx'

interface PageMarkProps {
  of: { readonly emoji?: string | null | undefined; readonly icon?: string | null | undefined }
}

/** The emoji or the icon of a page, where it has one. */
export function PageMark({ of: { emoji, icon } }: PageMarkProps) {
  if (emoji) return <Emoji code={emoji} />
  const known = icon ? knownIcon(icon) : undefined
  return known === undefined ? null : <Icon name={known} />
}
