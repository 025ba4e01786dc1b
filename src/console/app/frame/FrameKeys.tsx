import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../texts/index.ts'
import { KeyList } from './KeyList.tsx'
import { useKeys } from './keys.ts'

/** The keys that count on every screen. */
export function FrameKeys() {
  const navigate = useNavigate()
  const [isListed, setListed] = useState(false)
  const { frame } = texts
  useKeys(
    {
      '/': { label: frame.search, run: () => void navigate({ to: '/search' }) },
      'g h': { label: frame.goHome, run: () => void navigate({ to: '/' }) },
      '?': { label: frame.showKeys, run: () => setListed(true) },
    },
    'frame',
  )
  return isListed && <KeyList onClose={() => setListed(false)} />
}
