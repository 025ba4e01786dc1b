import { loadable } from '../frame/later.tsx'
import { Skeleton } from '../parts/Skeleton.tsx'

/** Pages above this length open as Markdown. */
export const MAX_RICH_CHARACTERS = 300_000

const waiting = <Skeleton lines={12} />

/** The ways to edit a text, loaded when they are used. */
export const modes = {
  rich: loadable(() => import('./rich/RichMode.tsx'), waiting),
  markdown: loadable(() => import('./markdown/MarkdownMode.tsx'), waiting),
}

export type ModeName = keyof typeof modes

/** What people write in who have chosen neither. */
export const FIRST_MODE: ModeName = 'rich'

/** The mode to open a text in: the one that was used last, where it can take the text. */
export const modeFor = (wanted: string, text: string): ModeName =>
  wanted !== 'markdown' && text.length <= MAX_RICH_CHARACTERS ? 'rich' : 'markdown'

/** Begins to load the code of the mode that was used last, while the text is read. */
export const beginMode = (wanted: string): void => void modes[modeFor(wanted, '')].loadOnce().catch(() => {})
