import { type ReactNode, useState } from 'react'
import { useKeys } from '../frame/keys.ts'
import { Icon } from './Icon.tsx'

interface Create {
  /** Whether the dialog is open. */
  isOpen: boolean
  close: () => void
  /** Opens the dialog. False for those who cannot create anything. */
  button: ReactNode
}

/** A dialog that creates or adds something, with its button and the key C. */
export function useCreate(label: string, isAllowed: boolean, { isPrimary = true } = {}): Create {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  useKeys({ c: isAllowed ? { label, run: open } : undefined })
  const button = isAllowed && (
    <button type="button" className={isPrimary ? 'button small primary' : 'button small'} onClick={open}>
      <Icon name="plus" /> {label}
    </button>
  )
  return { isOpen, close: () => setOpen(false), button }
}
