import { createContext, useContext } from 'react'
import type { Visibility } from '../../publish/publish-site.ts'

/** What all views of a site know of it. */
export interface SiteFacts {
  id: string
  title: string
  visibility: Visibility | '%future added value'
  isPublished: boolean
  /** Where readers find it, while it is published. */
  url: string | null | undefined
  organization: string
  permissions: {
    readonly edit: boolean
    readonly publish: boolean
    readonly admin: boolean
    readonly delete: boolean
    readonly viewAdaptiveSchema: boolean
    readonly editAdaptiveSchema: boolean
  }
}

export const SiteContext = createContext<SiteFacts | null>(null)

export function useSite(): SiteFacts {
  const site = useContext(SiteContext)
  if (!site) throw new Error('This component is shown only inside of a site.')
  return site
}
