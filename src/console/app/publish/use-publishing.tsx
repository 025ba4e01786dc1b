import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { later } from '../frame/later.tsx'
import { withTexts } from '../texts/index.ts'

const PublishDialog = later(() => withTexts(() => import('./PublishDialog.tsx'), 'sites'))

/** For the button that opens the dialog: begins to load it as soon as the pointer or the focus is there. */
export const publishIntent = PublishDialog.intent

/** The dialog that publishes a space, and what opens it. */
export function usePublishing(
  space: string,
  onPublished: () => void,
): { open: () => void; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false)
  const dialog = isOpen
    ? createPortal(
        <PublishDialog space={space} onPublished={onPublished} onClose={() => setOpen(false)} />,
        document.body,
      )
    : null
  return { open: () => setOpen(true), dialog }
}
