import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { revealTarget } from '../../parts/RenderedHtml.tsx'

function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash)
  } catch {
    return hash
  }
}

/** Scrolls to the heading that the address names, once the text is there and whenever the address changes. */
export function useAnchor(text: unknown): void {
  const hash = useLocation({ select: (location) => decoded(location.hash) })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text has other headings.
  useEffect(() => {
    const target = hash === '' ? null : document.getElementById(hash)
    if (!target) return
    revealTarget(target)
    target.scrollIntoView()
    // What is above can get its height only now.
    const again = requestAnimationFrame(() => target.scrollIntoView())
    return () => cancelAnimationFrame(again)
  }, [hash, text])
}
