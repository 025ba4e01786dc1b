import { type ComponentType, lazy } from 'react'
import { loadCode } from '../frame/load-code.ts'
import type { ModeProps } from './mode.ts'

export type ModeName = 'rich' | 'markdown'

type Mode = ComponentType<ModeProps>

/** Pages above this length open as Markdown. */
export const MAX_RICH_CHARACTERS = 300_000

/** The ways to edit a text, loaded when they are used. */
export const modes: Readonly<Partial<Record<ModeName, Mode>>> = {
  rich: lazy(() => loadCode(() => import('./rich/RichMode.tsx'))),
  markdown: lazy(() => loadCode(() => import('./markdown/MarkdownMode.tsx'))),
}

/** The mode to open a text in: the one that was used last, where it exists and can take the text. */
export const modeFor = (wanted: string, text: string): ModeName =>
  wanted !== 'markdown' && modes.rich && text.length <= MAX_RICH_CHARACTERS ? 'rich' : 'markdown'
