import { useNavigate } from '@tanstack/react-router'
import { graphql } from 'react-relay/hooks'
import type { OrganizationSettingsDeleteMutation } from '#console/OrganizationSettingsDeleteMutation.graphql.ts'
import type {
  OrganizationSettingsMutation,
  UpdateOrganizationInput,
} from '#console/OrganizationSettingsMutation.graphql.ts'
import type { OrganizationSettingsQuery } from '#console/OrganizationSettingsQuery.graphql.ts'
import type { OrganizationSettingsRestoreMutation } from '#console/OrganizationSettingsRestoreMutation.graphql.ts'
import { sayDone } from '../../forms/act.ts'
import styles from '../../forms/Settings.module.css'
import { NotFound } from '../../frame/Failure.tsx'
import { useCoalesced } from '../../live/use-coalesced.ts'
import { useOrganizationEvents } from '../../live/use-organization-events.ts'
import { type Parameters, useParameters } from '../../parameters.ts'
import { Screen } from '../../parts/Screen.tsx'
import { mutate } from '../../relay/mutate.ts'
import { preload as read, reread, rereadShown, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { Joining } from '../invitations/Joining.tsx'
import { OrganizationTabs } from '../organization/OrganizationTabs.tsx'
import { DeleteSection } from './DeleteSection.tsx'
import { MergeRulesSection } from './MergeRulesSection.tsx'
import { OrganizationGeneral } from './OrganizationGeneral.tsx'

const query = graphql`
  query OrganizationSettingsQuery($organization: ID!) {
    organization(id: $organization) {
      id
      title
      eventCursor
      permissions {
        admin
      }
      mergeRules {
        ...MergeRulesSection_rules
      }
      ...OrganizationTabs_organization
      ...OrganizationGeneral_organization
      ...Joining_organization
    }
  }
`

const update = graphql`
  mutation OrganizationSettingsMutation($input: UpdateOrganizationInput!) {
    updateOrganization(input: $input) {
      organization {
        id
        version
        title
        mergeRules {
          ...MergeRulesSection_rules
        }
        ...OrganizationGeneral_organization
      }
    }
  }
`

const remove = graphql`
  mutation OrganizationSettingsDeleteMutation($input: DeleteOrganizationInput!) {
    deleteOrganization(input: $input) {
      deletedId
    }
  }
`

const restore = graphql`
  mutation OrganizationSettingsRestoreMutation($input: RestoreOrganizationInput!) {
    restoreOrganization(input: $input) {
      organization {
        id
        version
        title
      }
    }
  }
`

export const preload = ({ organization = '' }: Parameters) =>
  read<OrganizationSettingsQuery>(query, { organization })

/** How an organization is set up: its name, its content, who can join, what merges require, and its end. */
export default function OrganizationSettings() {
  const { organization: id = '' } = useParameters()
  const variables = { organization: id }
  const { organization } = useScreenQuery<OrganizationSettingsQuery>(query, variables)
  const again = useCoalesced(() => void reread<OrganizationSettingsQuery>(query, variables))
  useOrganizationEvents(organization ? [organization] : [], {
    onEvent: ({ type }) => /^(?:ORGANIZATION|SITE)_/.test(type) && again(),
    onGap: again,
  })
  const navigate = useNavigate()
  const t = texts.settings
  if (!organization?.permissions.admin) return <NotFound />
  const { title, mergeRules } = organization
  const save = (input: Omit<UpdateOrganizationInput, 'organizationId'>) =>
    mutate<OrganizationSettingsMutation>(update, { input: { organizationId: id, ...input } })
  const end = async () => {
    await mutate<OrganizationSettingsDeleteMutation>(remove, { input: { organizationId: id } })
    await navigate({ to: '/' })
    rereadShown()
    const undo = () => mutate<OrganizationSettingsRestoreMutation>(restore, { input: { organizationId: id } })
    sayDone(t.organizationDeleted(title), undo, rereadShown)
  }
  return (
    <Screen title={title} tabs={<OrganizationTabs organization={organization} />}>
      <div className={styles.settings}>
        <OrganizationGeneral organization={organization} save={save} onChanged={again} />
        <Joining organization={organization} />
        <MergeRulesSection
          organization={id}
          rules={mergeRules}
          save={(rules) => save({ mergeRules: rules })}
          onChanged={again}
        />
        <DeleteSection
          title={t.deleteOrganizationTitle}
          hint={t.deleteOrganizationHint}
          text={t.deleteOrganizationText}
          action={t.deleteOrganization}
          typed={title}
          run={end}
        />
      </div>
    </Screen>
  )
}
