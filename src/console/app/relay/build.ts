import { useSyncExternalStore } from 'react'

/** In which the server names the build of the console that it serves. */
export const BUILD_HEADER = 'x-quire-build'

/** The build of this page, which the HTML names. */
const own = document.querySelector<HTMLMetaElement>('meta[name="quire-build"]')?.content

let isNewer = false
const listeners = new Set<() => void>()

/** Whether the server has answered with another build than the one of this page. */
export const isOtherBuild = (build: string | null): boolean => build !== null && build !== own

/** Notes the build of an answer. From a newer one on, the frame offers to reload the page; it never reloads by itself. */
export function noteBuild(build: string | null): void {
  if (isNewer || !isOtherBuild(build)) return
  isNewer = true
  for (const listener of listeners) listener()
}

export const useNewerBuild = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isNewer,
  )
