import { useId } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { SpaceField_organization$key } from '#console/SpaceField_organization.graphql.ts'
import { texts } from '../../texts/index.ts'

interface SpaceFieldProps {
  label: string
  organization: SpaceField_organization$key
  /** Those that are not offered, because they are there already. */
  without?: readonly string[]
  /** The text of the choice of none of them. */
  none?: string
}

/** One of the spaces of an organization that the person can put on a site. */
export function SpaceField({ label, organization, without = [], none }: SpaceFieldProps) {
  const id = useId()
  const { spaces } = useFragment(
    graphql`
      fragment SpaceField_organization on Organization {
        spaces(first: 200) {
          nodes {
            id
            title
            permissions {
              manage
            }
            parent {
              id
              title
            }
          }
        }
      }
    `,
    organization,
  )
  const offered = (spaces?.nodes ?? []).filter(
    ({ id: space, permissions }) => permissions.manage && !without.includes(space),
  )
  if (offered.length === 0 && none === undefined) return <p className="muted">{texts.sites.noMoreSpaces}</p>
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name="space" required={none === undefined}>
        {none !== undefined && <option value="">{none}</option>}
        {offered.map((space) => (
          <option key={space.id} value={space.id}>
            {[space.parent?.title, space.title || texts.places.untitled].filter(Boolean).join(' / ')}
          </option>
        ))}
      </select>
    </div>
  )
}
