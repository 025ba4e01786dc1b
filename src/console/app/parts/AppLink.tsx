import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, SyntheticEvent } from 'react'
import { loadAhead, openLink } from './text-links.ts'

/** A link to an address that the API gives out as `urls.app`. It is read ahead when somebody is about to open it. */
export function AppLink({ href, onClick, ...rest }: ComponentProps<'a'> & { href: string }) {
  const router = useRouter()
  const { pathname, search, hash } = new URL(href, location.origin)
  const ahead = ({ currentTarget }: SyntheticEvent) => loadAhead(router, currentTarget)
  return (
    <a
      onMouseEnter={ahead}
      onFocus={ahead}
      onTouchStart={ahead}
      {...rest}
      href={`${pathname}${search}${hash}`}
      onClick={(event) => {
        onClick?.(event)
        openLink(router, event)
      }}
    />
  )
}
