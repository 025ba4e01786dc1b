import { useId, useState, useTransition } from 'react'
import { graphql, useLazyLoadQuery } from 'react-relay/hooks'
import type { CollectionFieldQuery } from '#console/CollectionFieldQuery.graphql.ts'
import { texts } from '../texts/index.ts'

interface CollectionFieldProps {
  organization: string
  collection?: string | undefined
}

/** Where a space is created: the organizations and collections in which the person can create. */
export function CollectionField({ organization: first, collection }: CollectionFieldProps) {
  const [organization, setOrganization] = useState(first)
  const [isPending, startTransition] = useTransition()
  const organizationId = useId()
  const collectionId = useId()
  const data = useLazyLoadQuery<CollectionFieldQuery>(
    graphql`
      query CollectionFieldQuery($organization: ID!) {
        viewer {
          organizations(first: 50) {
            nodes {
              id
              title
              permissions {
                createContent
              }
            }
          }
        }
        organization(id: $organization) {
          id
          permissions {
            createContent
          }
          collections(first: 200, nested: true) {
            nodes {
              id
              title
              parent {
                id
                title
              }
              permissions {
                create
              }
            }
          }
        }
      }
    `,
    { organization },
  )
  const organizations = (data.viewer?.organizations?.nodes ?? []).filter(
    ({ id, permissions }) => permissions.createContent || id === first,
  )
  const collections = (data.organization?.collections?.nodes ?? []).filter(
    ({ permissions }) => permissions.create,
  )
  const t = texts.places
  return (
    <>
      {organizations.length > 1 && (
        <div className="field">
          <label htmlFor={organizationId}>{t.organization}</label>
          <select
            id={organizationId}
            name="organization"
            value={organization}
            onChange={({ target }) => startTransition(() => setOrganization(target.value))}
          >
            {organizations.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </div>
      )}
      {collections.length > 0 && (
        <div className="field">
          <label htmlFor={collectionId}>{t.collection}</label>
          <select
            key={organization}
            id={collectionId}
            name="collection"
            defaultValue={collection}
            aria-busy={isPending}
          >
            {data.organization?.permissions.createContent && <option value="">{t.noCollection}</option>}
            {collections.map(({ id, title, parent }) => (
              <option key={id} value={id}>
                {parent ? `${parent.title} / ${title}` : title}
              </option>
            ))}
          </select>
        </div>
      )}
    </>
  )
}
