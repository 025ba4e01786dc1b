import { useLocation } from '@tanstack/react-router'
import { type ComponentType, lazy, useContext } from 'react'
import type { Parameters } from '../parameters.ts'
import { Skeleton } from '../parts/Skeleton.tsx'
import { AttemptContext } from '../relay/use-screen-query.ts'
import { Boundary } from './Boundary.tsx'
import { loadCode } from './load-code.ts'

/** What the file of a screen exports. */
export interface ScreenModule {
  default: ComponentType
  /** Begins to read what the screen shows. Called as soon as the pointer or the focus is on a link to it. */
  preload?: (parameters: Parameters) => void
}

/** Loads the code of a screen, and what it shows, when somebody is about to open it. `begin` runs before both. */
export function screen(load: () => Promise<ScreenModule>, begin?: (parameters: Parameters) => void) {
  let loading: Promise<ScreenModule> | undefined
  let hasFailed = false
  const loadOnce = () => {
    loading ??= loadCode(load).catch((error: unknown) => {
      loading = undefined
      hasFailed = true
      throw error
    })
    return loading
  }
  let made = { attempt: 0, Code: lazy(loadOnce) }
  /** What has failed fails again until somebody tries again. */
  function Loaded() {
    const attempt = useContext(AttemptContext)
    if (hasFailed && made.attempt !== attempt) {
      hasFailed = false
      made = { attempt, Code: lazy(loadOnce) }
    }
    return <made.Code />
  }
  return {
    loader: async ({ params, location }: { params: object; location: { search: object } }) => {
      const parameters = { ...location.search, ...params } as Parameters
      begin?.(parameters)
      // What fails is said by the screen, once somebody is there.
      const module = await loadOnce().catch(() => undefined)
      module?.preload?.(parameters)
    },
    component: function RoutedScreen() {
      const address = useLocation({ select: ({ pathname }) => pathname })
      return (
        <Boundary fallback={<Skeleton lines={12} />} address={address}>
          <Loaded />
        </Boundary>
      )
    },
  }
}
