import { useEffect, useState } from 'react'
import { Emoji } from './Emoji.tsx'
import { Drawing } from './Icon.tsx'

interface PageMarkProps {
  of: { readonly emoji?: string | null | undefined; readonly icon?: string | null | undefined }
}

/** The emoji or the icon of a page, where it has one. */
export function PageMark({ of: { emoji, icon } }: PageMarkProps) {
  if (emoji) return <Emoji code={emoji} />
  return icon ? <PageIcon name={icon} /> : null
}

type Icons = typeof import('../../../modules/documents/icons.ts')
let icons: Icons | undefined
let loading: Promise<void> | undefined

/** All icons that a page can have. Few have one, so they are loaded with the first; without them a page has none. */
async function loadIcons(): Promise<void> {
  loading ??= import('../../../modules/documents/icons.ts').then(
    (module) => {
      icons = module
    },
    () => {
      loading = undefined
    },
  )
  await loading
}

/** The icon that a writer names; its place until the icons are there, and nothing if there is none with this name. */
function PageIcon({ name }: { name: string }) {
  const [known, setKnown] = useState(icons)
  useEffect(() => {
    if (!known) void loadIcons().then(() => setKnown(icons))
  }, [known])
  const found = known?.knownIcon(name)
  if (known && found === undefined) return null
  return <Drawing of={found === undefined ? undefined : known?.iconPaths[found]} />
}
