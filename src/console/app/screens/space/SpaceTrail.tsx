import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { AppLink } from '../../parts/AppLink.tsx'
import { Emoji } from '../../parts/Emoji.tsx'
import { addressOf } from './addresses.ts'
import { useSpace } from './space-context.ts'
import type { TreePage } from './use-tree-pages.ts'

const Separator = () => <span aria-hidden="true">/</span>

/** Where a screen of a space is: organization, collection, space, and pages above it. */
export function SpaceTrail({ pages = [] }: { pages?: readonly TreePage[] }) {
  const { id, title, emoji, organization, collection } = useSpace()
  return (
    <>
      {organization && (
        <>
          <Link to="/o/$organization" params={{ organization: organization.id }} dir="auto">
            {organization.title}
          </Link>
          <Separator />
        </>
      )}
      {collection && (
        <>
          <Link to="/c/$collection" params={{ collection: collection.id }} dir="auto">
            {collection.title}
          </Link>
          <Separator />
        </>
      )}
      <Link to="/s/$space" params={{ space: id }} dir="auto" activeOptions={{ exact: true }}>
        <Emoji code={emoji} /> {title}
      </Link>
      {pages.map((page) => (
        <Fragment key={page.pageId}>
          <Separator />
          <AppLink href={addressOf(id, page.path ?? '')} dir="auto">
            {page.linkTitle || page.title}
          </AppLink>
        </Fragment>
      ))}
    </>
  )
}
