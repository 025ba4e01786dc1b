import { createContext, useContext } from 'react'
import type { TreeContent } from './tree-content.ts'
import type { TreePage } from './use-tree-pages.ts'

/** What all screens of a space know of it. */
export interface SpaceFacts {
  id: string
  title: string
  emoji: string
  organization: { readonly id: string; readonly title: string } | null | undefined
  collection: { readonly id: string; readonly title: string } | null | undefined
  permissions: { readonly comment: boolean; readonly edit: boolean; readonly triggerGitSync: boolean }
  /** Whether main content can be edited without a change request. */
  isLive: boolean
  published: string | null | undefined
  /** Whether the person can put the space on a site and publish it. */
  mayPublish: boolean
  viewerId: string
  /** The pages in the order of the table of contents. */
  pages: readonly TreePage[]
  /** The same pages as content that can be changed. */
  content: TreeContent
  /** False while further pages are being read. */
  isComplete: boolean
}

export const SpaceContext = createContext<SpaceFacts | null>(null)

export function useSpace(): SpaceFacts {
  const space = useContext(SpaceContext)
  if (!space) throw new Error('This component is shown only inside of a space.')
  return space
}
