import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'

/** Whether a click opens the link here, and not in a new tab or window. */
const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** A link to an address that the API gives out as `urls.app`. */
export function AppLink({ href, onClick, ...rest }: ComponentProps<'a'> & { href: string }) {
  const router = useRouter()
  const { pathname, search, hash } = new URL(href, location.origin)
  const path = `${pathname}${search}${hash}`
  return (
    <a
      {...rest}
      href={path}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlain(event)) return
        event.preventDefault()
        router.history.push(path)
      }}
    />
  )
}
