import { useLocation } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { Parameters } from '../parameters.ts'
import { Skeleton } from '../parts/Skeleton.tsx'
import { Boundary } from './Boundary.tsx'
import { loadable } from './later.tsx'

/** What the file of a screen exports. */
export interface ScreenModule {
  default: ComponentType
  /** Begins to read what the screen shows. Called as soon as the pointer or the focus is on a link to it. */
  preload?: (parameters: Parameters) => void
}

/** Loads the code of a screen, and what it shows, when somebody is about to open it. `begin` runs before both. */
export function screen(load: () => Promise<ScreenModule>, begin?: (parameters: Parameters) => void) {
  const waiting = <Skeleton lines={12} />
  const { loadOnce, Loaded } = loadable(load, waiting)
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
        <Boundary isScreen fallback={waiting} address={address}>
          <Loaded />
        </Boundary>
      )
    },
  }
}
