import { createContext, useContext } from 'react'

/** The page that is being edited, for what an editing mode completes and uploads. */
export interface EditedFacts {
  space: string
  /** Undefined in main content. */
  changeRequestId: string | undefined
  pageId: string
  path: string
}

export const EditedContext = createContext<EditedFacts | null>(null)

export function useEdited(): EditedFacts {
  const facts = useContext(EditedContext)
  if (!facts) throw new Error('This component is shown only inside of an editor.')
  return facts
}

/** Where files of the page are uploaded to, below `/v1`. */
export const uploadPath = ({ space, changeRequestId }: EditedFacts): string =>
  `/spaces/${space}${changeRequestId === undefined ? '' : `/change-requests/${changeRequestId}`}/content/files`
