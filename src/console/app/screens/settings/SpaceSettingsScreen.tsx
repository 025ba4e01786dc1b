import { useNavigate } from '@tanstack/react-router'
import { graphql } from 'react-relay/hooks'
import type { SpaceSettingsScreenDeleteMutation } from '#console/SpaceSettingsScreenDeleteMutation.graphql.ts'
import type {
  SpaceSettingsScreenMutation,
  UpdateSpaceInput,
} from '#console/SpaceSettingsScreenMutation.graphql.ts'
import type { SpaceSettingsScreenQuery } from '#console/SpaceSettingsScreenQuery.graphql.ts'
import { sayDone } from '../../forms/act.ts'
import styles from '../../forms/Settings.module.css'
import { NotFound } from '../../frame/Failure.tsx'
import { useCoalesced } from '../../live/use-coalesced.ts'
import { type Parameters, useParameters } from '../../parameters.ts'
import { Screen } from '../../parts/Screen.tsx'
import { restoreSpace } from '../../places/restore-space.ts'
import { mutate } from '../../relay/mutate.ts'
import { preload as read, reread, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { useSpaceEvents } from '../space/SpaceEvents.tsx'
import { SpaceTrail } from '../space/SpaceTrail.tsx'
import { DeleteSection } from './DeleteSection.tsx'
import { MergeRulesSection } from './MergeRulesSection.tsx'
import { SpaceGeneral } from './SpaceGeneral.tsx'
import { SpacePlace } from './SpacePlace.tsx'

const query = graphql`
  query SpaceSettingsScreenQuery($space: ID!) {
    space(id: $space) {
      id
      title
      permissions {
        manage
        admin
        delete
      }
      mergeRules {
        ...MergeRulesSection_rules
      }
      organization {
        id
        mergeRules {
          ...MergeRulesSection_rules
        }
      }
      ...SpaceGeneral_space
      ...SpacePlace_space
    }
  }
`

const update = graphql`
  mutation SpaceSettingsScreenMutation($input: UpdateSpaceInput!) {
    updateSpace(input: $input) {
      space {
        id
        version
        mergeRules {
          ...MergeRulesSection_rules
        }
        ...SpaceGeneral_space
      }
    }
  }
`

export const preload = ({ space = '' }: Parameters) => read<SpaceSettingsScreenQuery>(query, { space })

const CONCERNS: ReadonlySet<string> = new Set(['SPACE_UPDATED', 'SPACE_MOVED', 'PERMISSION_CHANGED'])

/** How a space is set up: its name, how it is edited and merged, where it is, and its end. */
export default function SpaceSettingsScreen() {
  const { space: id = '' } = useParameters()
  const { space } = useScreenQuery<SpaceSettingsScreenQuery>(query, { space: id })
  const again = useCoalesced(() => void reread<SpaceSettingsScreenQuery>(query, { space: id }))
  useSpaceEvents({ onEvent: ({ type }) => CONCERNS.has(type) && again(), onGap: again })
  const navigate = useNavigate()
  const t = texts.settings
  if (!space?.permissions.manage || !space.organization) return <NotFound />
  const { organization, permissions, title } = space
  const save = (input: Omit<UpdateSpaceInput, 'spaceId'>) =>
    mutate<SpaceSettingsScreenMutation>(update, { input: { spaceId: id, ...input } })
  const remove = async () => {
    await mutate<SpaceSettingsScreenDeleteMutation>(
      graphql`
        mutation SpaceSettingsScreenDeleteMutation($input: DeleteSpaceInput!) {
          deleteSpace(input: $input) {
            deletedId
          }
        }
      `,
      { input: { spaceId: id } },
    )
    await navigate({ to: '/o/$organization', params: { organization: organization.id } })
    sayDone(t.spaceDeleted(title), () => restoreSpace(id))
  }
  return (
    <Screen title={t.title} trail={<SpaceTrail />}>
      <div className={styles.settings}>
        <SpaceGeneral space={space} save={save} onChanged={again} />
        <MergeRulesSection
          organization={organization.id}
          rules={space.mergeRules}
          inherited={organization.mergeRules}
          disabledReason={permissions.admin ? undefined : t.rulesNeedAdmin}
          save={(mergeRules) => save({ mergeRules })}
          onChanged={again}
        />
        <SpacePlace space={space} onChanged={again} />
        {permissions.delete && (
          <DeleteSection
            title={t.deleteSpaceTitle}
            hint={t.deleteSpaceHint}
            text={t.deleteSpaceText}
            action={t.deleteSpace}
            typed={title}
            run={remove}
          />
        )}
      </div>
    </Screen>
  )
}
