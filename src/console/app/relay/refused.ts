const listeners = new Set<() => void>()

/** Calls back when the server has refused a change: what is shown may offer what the person can no longer do. */
export const onRefused = (listener: () => void): void => void listeners.add(listener)

/** Notes that the server has refused a change for lack of a permission. */
export function noteRefused(): void {
  for (const listener of listeners) listener()
}
