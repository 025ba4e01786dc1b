import { Link, useNavigate } from '@tanstack/react-router'
import { graphql } from 'react-relay/hooks'
import type { SpecsScreenQuery } from '#console/SpecsScreenQuery.graphql.ts'
import styles from '../../forms/Settings.module.css'
import { NotFound } from '../../frame/Failure.tsx'
import { useCoalesced } from '../../live/use-coalesced.ts'
import { useOrganizationEvents } from '../../live/use-organization-events.ts'
import { type Parameters, useParameters } from '../../parameters.ts'
import { Empty } from '../../parts/Empty.tsx'
import { Screen } from '../../parts/Screen.tsx'
import { useCreate } from '../../parts/use-create.tsx'
import { useRows } from '../../parts/use-rows.ts'
import { preload as read, reread, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { OrganizationTabs } from '../organization/OrganizationTabs.tsx'
import { SpecDialog } from './SpecDialog.tsx'
import { SpecState } from './SpecState.tsx'

/** As many as the API returns at once. */
const MAX_SPECS = 1_000

const query = graphql`
  query SpecsScreenQuery($organization: ID!, $count: Int!) {
    organization(id: $organization) {
      id
      title
      eventCursor
      permissions {
        createOpenAPISpec
      }
      ...OrganizationTabs_organization
      openAPISpecs(first: $count) {
        nodes {
          id
          slug
          sourceURL
          visibility
          ...SpecState_spec
        }
      }
    }
  }
`

export const preload = ({ organization = '' }: Parameters) =>
  read<SpecsScreenQuery>(query, { organization, count: MAX_SPECS })

/** The OpenAPI specs of an organization. */
export default function SpecsScreen() {
  const { organization: id = '' } = useParameters()
  const variables = { organization: id, count: MAX_SPECS }
  const { organization } = useScreenQuery<SpecsScreenQuery>(query, variables)
  const again = useCoalesced(() => void reread<SpecsScreenQuery>(query, variables))
  useOrganizationEvents(organization ? [organization] : [], {
    onEvent: ({ type }) => type.startsWith('OPENAPI_') && again(),
    onGap: again,
  })
  const navigate = useNavigate()
  const rows = useRows<HTMLUListElement>()
  const mayAdd = organization?.permissions.createOpenAPISpec === true
  const t = texts.specs
  const { isOpen, close, button: add } = useCreate(t.add, mayAdd)
  if (!organization) return <NotFound />
  const specs = organization.openAPISpecs?.nodes ?? []
  return (
    <Screen title={organization.title} actions={add} tabs={<OrganizationTabs organization={organization} />}>
      <div className={styles.list}>
        {specs.length === 0 && <Empty action={add}>{t.none}</Empty>}
        {specs.length > 0 && (
          <ul className={styles.rows} ref={rows.ref} aria-label={t.title}>
            {specs.map((spec) => (
              <li key={spec.id} className={styles.row} data-row={spec.id}>
                <div className={styles.what}>
                  <Link
                    to="/o/$organization/openapi/$spec"
                    params={{ organization: id, spec: spec.slug }}
                    dir="auto"
                  >
                    {spec.slug}
                  </Link>
                  <span dir="auto">
                    {t.visibilities[spec.visibility]} · {spec.sourceURL ?? t.fromText}
                  </span>
                </div>
                <SpecState spec={spec} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {isOpen && (
        <SpecDialog
          organization={id}
          onClose={close}
          onDone={(slug) =>
            void navigate({ to: '/o/$organization/openapi/$spec', params: { organization: id, spec: slug } })
          }
        />
      )}
    </Screen>
  )
}
