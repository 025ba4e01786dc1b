import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { SpecScreenDeleteMutation } from '#console/SpecScreenDeleteMutation.graphql.ts'
import type { SpecScreenQuery } from '#console/SpecScreenQuery.graphql.ts'
import { ConfirmDialog } from '../../forms/ConfirmDialog.tsx'
import styles from '../../forms/Settings.module.css'
import { NotFound } from '../../frame/Failure.tsx'
import { useCoalesced } from '../../live/use-coalesced.ts'
import { useOrganizationEvents } from '../../live/use-organization-events.ts'
import { type Parameters, useParameters } from '../../parameters.ts'
import { Screen } from '../../parts/Screen.tsx'
import { toast } from '../../parts/toasts.ts'
import { mutate } from '../../relay/mutate.ts'
import { preload as read, reread, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { OrganizationTabs } from '../organization/OrganizationTabs.tsx'
import { SpecDialog } from './SpecDialog.tsx'
import { SpecFacts } from './SpecFacts.tsx'
import { SpecUses } from './SpecUses.tsx'
import { SpecVersions } from './SpecVersions.tsx'

const query = graphql`
  query SpecScreenQuery($organization: ID!, $spec: String!) {
    organization(id: $organization) {
      id
      title
      eventCursor
      ...OrganizationTabs_organization
      openAPISpec(slug: $spec) {
        id
        slug
        permissions {
          edit
        }
        ...SpecFacts_spec
        ...SpecVersions_spec
        ...SpecUses_spec
      }
    }
  }
`

export const preload = ({ organization = '', spec = '' }: Parameters) =>
  read<SpecScreenQuery>(query, { organization, spec })

/** An OpenAPI spec: its source, its problems with their lines, and its versions. */
export default function SpecScreen() {
  const { organization: id = '', spec: slug = '' } = useParameters()
  const variables = { organization: id, spec: slug }
  const { organization } = useScreenQuery<SpecScreenQuery>(query, variables)
  const again = useCoalesced(() => void reread<SpecScreenQuery>(query, variables))
  useOrganizationEvents(organization ? [organization] : [], {
    onEvent: ({ type }) => type.startsWith('OPENAPI_') && again(),
    onGap: again,
  })
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'replace' | 'delete'>()
  const spec = organization?.openAPISpec
  const t = texts.specs
  if (!organization || !spec) return <NotFound />
  const close = () => setAsked(undefined)
  const remove = async () => {
    await mutate<SpecScreenDeleteMutation>(
      graphql`
        mutation SpecScreenDeleteMutation($input: DeleteOpenAPISpecBySlugInput!) {
          deleteOpenAPISpecBySlug(input: $input) {
            deletedId
          }
        }
      `,
      { input: { organizationId: id, specSlug: slug } },
    )
    toast(t.deleted(slug))
    void navigate({ to: '/o/$organization/specs', params: { organization: id } })
  }
  return (
    <Screen
      title={spec.slug}
      trail={
        <>
          <Link to="/o/$organization" params={{ organization: id }} dir="auto">
            {organization.title}
          </Link>
          <span aria-hidden="true">/</span>
          <Link to="/o/$organization/specs" params={{ organization: id }}>
            {t.title}
          </Link>
        </>
      }
      tabs={<OrganizationTabs organization={organization} current="specs" />}
      actions={
        spec.permissions.edit && (
          <>
            <button type="button" className="button small" onClick={() => setAsked('replace')}>
              {t.replace}
            </button>
            <button type="button" className="button small danger" onClick={() => setAsked('delete')}>
              {t.delete}
            </button>
          </>
        )
      }
    >
      <div className={styles.settings}>
        <SpecFacts spec={spec} organization={id} mayEdit={spec.permissions.edit} onChanged={again} />
        <SpecVersions spec={spec} />
        <SpecUses spec={spec} />
      </div>
      {asked === 'replace' && (
        <SpecDialog organization={id} slug={slug} onClose={close} onDone={() => again()} />
      )}
      {asked === 'delete' && (
        <ConfirmDialog
          title={t.deleteTitle(slug)}
          action={t.delete}
          typed={slug}
          run={remove}
          onClose={close}
        >
          <p>{t.deleteText}</p>
        </ConfirmDialog>
      )}
    </Screen>
  )
}
