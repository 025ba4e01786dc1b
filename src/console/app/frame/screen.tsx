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

/** Loads the code of a screen, and what it shows, when somebody is about to open it. */
export function screen(load: () => Promise<ScreenModule>) {
  const { loadOnce, Loaded } = loadable(load)
  return {
    loader: async ({ params, location }: { params: object; location: { search: object } }) => {
      // What fails is said by the screen, once somebody is there.
      const module = await loadOnce().catch(() => undefined)
      module?.preload?.({ ...location.search, ...params } as Parameters)
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
