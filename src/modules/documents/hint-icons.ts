import type { HintStyle } from './tree/types.ts'

/** The icon of each style of a hint, on the grid of `icons.ts`. The editor draws hints by itself, and no other icons of texts. */
export const hintIcons: Readonly<Record<HintStyle, string>> = {
  info: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18m0 8v6m0-9.5h.01',
  success: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18m-4 9 3 3 5-6',
  warning: 'M12 4 2.5 20h19zm0 6v5m0 2.5h.01',
  danger: 'M8 3h8l5 5v8l-5 5H8l-5-5V8zm4 5v5m0 3h.01',
}
