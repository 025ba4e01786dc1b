import type { ReactNode } from 'react'
import { texts } from '../texts/index.ts'
import { Dialog } from './Dialog.tsx'

interface AsideSheetProps {
  onClose: () => void
  children: ReactNode
}

/** In narrow windows, what is otherwise a column beside the content. */
export default function AsideSheet({ onClose, children }: AsideSheetProps) {
  return (
    <Dialog title={texts.frame.details} isSheet onClose={onClose}>
      {children}
    </Dialog>
  )
}
