import { Link, useNavigate } from '@tanstack/react-router'
import { Fragment } from 'react'
import { graphql } from 'react-relay/hooks'
import type { CollectionScreenQuery } from '#console/CollectionScreenQuery.graphql.ts'
import { NotFound } from '../../frame/Failure.tsx'
import { useCoalesced } from '../../live/use-coalesced.ts'
import { changesLists, useOrganizationEvents } from '../../live/use-organization-events.ts'
import { type Parameters, useParameters } from '../../parameters.ts'
import { Screen } from '../../parts/Screen.tsx'
import { PAGE } from '../../parts/ShowMore.tsx'
import { useCreate } from '../../parts/use-create.tsx'
import { useRows } from '../../parts/use-rows.ts'
import { CollectionMenu } from '../../places/CollectionMenu.tsx'
import { NewSpaceDialog } from '../../places/NewSpaceDialog.tsx'
import { preload as read, reread, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { CollectionContents } from './CollectionContents.tsx'

const query = graphql`
  query CollectionScreenQuery($collection: ID!, $count: Int!) {
    collection(id: $collection) {
      id
      title
      description
      permissions {
        create
        manage
      }
      organization {
        id
        title
        eventCursor
      }
      parent {
        id
        title
        parent {
          id
          title
          parent {
            id
            title
          }
        }
      }
      ...CollectionMenu_collection
      ...CollectionContents_collection @arguments(count: $count)
    }
  }
`

export const preload = ({ collection = '' }: Parameters) =>
  read<CollectionScreenQuery>(query, { collection, count: PAGE })

interface Above {
  readonly id: string
  readonly title: string
  readonly parent?: Above | null | undefined
}

/** The collections above, the outermost first. */
const pathTo = (above: Above | null | undefined): Above[] => (above ? [...pathTo(above.parent), above] : [])

/** The collections and spaces in a collection. */
export default function CollectionScreen() {
  const { collection: id = '' } = useParameters()
  const variables = { collection: id, count: PAGE }
  const { collection } = useScreenQuery<CollectionScreenQuery>(query, variables)
  const organization = collection?.organization
  const again = useCoalesced(() => reread<CollectionScreenQuery>(query, variables))
  useOrganizationEvents(organization ? [organization] : [], {
    onEvent: (event) => changesLists(event) && again(),
    onGap: again,
  })
  const navigate = useNavigate()
  const rows = useRows<HTMLDivElement>()
  const canCreate = collection?.permissions.create === true && organization != null
  const t = texts.places
  const { isOpen, close, button: create } = useCreate(t.newSpace, canCreate, { isPrimary: false })
  if (!collection) return <NotFound />
  return (
    <Screen
      title={collection.title || t.untitled}
      actions={
        <>
          {collection.permissions.manage && (
            <Link to="/c/$collection/~access" params={{ collection: id }} className="button small">
              {texts.space.access}
            </Link>
          )}
          {create}
          {organization && (
            <CollectionMenu
              collection={collection}
              organization={organization.id}
              onChanged={again}
              onDeleted={() =>
                void navigate({ to: '/o/$organization', params: { organization: organization.id } })
              }
            />
          )}
        </>
      }
      trail={
        <>
          {organization && (
            <Link to="/o/$organization" params={{ organization: organization.id }} dir="auto">
              {organization.title}
            </Link>
          )}
          {pathTo(collection.parent).map((above) => (
            <Fragment key={above.id}>
              <span aria-hidden="true">/</span>
              <Link to="/c/$collection" params={{ collection: above.id }} dir="auto">
                {above.title || t.untitled}
              </Link>
            </Fragment>
          ))}
        </>
      }
    >
      <div ref={rows.ref}>
        <CollectionContents
          collection={collection}
          organization={organization?.id ?? ''}
          create={create}
          onChanged={again}
        />
      </div>
      {isOpen && organization && (
        <NewSpaceDialog organization={organization.id} collection={id} onClose={close} />
      )}
    </Screen>
  )
}
