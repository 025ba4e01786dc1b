import { graphql } from 'react-relay/hooks'
import type { TranslationsScreenQuery } from '#console/TranslationsScreenQuery.graphql.ts'
import styles from '../../forms/Settings.module.css'
import { TitledSection } from '../../forms/TitledSection.tsx'
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
import { SpacesByLanguage } from './SpacesByLanguage.tsx'
import { TranslatedSpaces } from './TranslatedSpaces.tsx'
import { TranslationDialog } from './TranslationDialog.tsx'
import { TranslationRow } from './TranslationRow.tsx'

const query = graphql`
  query TranslationsScreenQuery($organization: ID!) {
    organization(id: $organization) {
      id
      title
      eventCursor
      permissions {
        createContent
        listMembers
      }
      ...OrganizationTabs_organization
      translations(first: 100) {
        nodes {
          id
          ...TranslationRow_translation
        }
      }
      translatedSpaces(first: 25) {
        ...TranslatedSpaces_translations
      }
      spaces(first: 500) {
        ...SpacesByLanguage_spaces
      }
    }
  }
`

export const preload = ({ organization = '' }: Parameters) =>
  read<TranslationsScreenQuery>(query, { organization })

/** Which languages an organization translates to, how far its translations are, and which spaces there are in each. */
export default function TranslationsScreen() {
  const { organization: id = '' } = useParameters()
  const { organization } = useScreenQuery<TranslationsScreenQuery>(query, { organization: id })
  const again = useCoalesced(() => void reread<TranslationsScreenQuery>(query, { organization: id }))
  useOrganizationEvents(organization ? [organization] : [], {
    onEvent: ({ type }) => /^(?:TRANSLATION|SPACE|SITE)_|^CHANGE_REQUEST_MERGED/.test(type) && again(),
    onGap: again,
  })
  const rows = useRows<HTMLUListElement>()
  const mayCreate = organization?.permissions.createContent === true
  const t = texts.translations
  const { isOpen, close, button: create } = useCreate(t.create, mayCreate)
  if (!organization?.permissions.listMembers) return <NotFound />
  const settings = organization.translations?.nodes ?? []
  return (
    <Screen
      title={organization.title}
      actions={create}
      tabs={<OrganizationTabs organization={organization} />}
    >
      <div className={styles.settings}>
        <TitledSection title={t.title} hint={t.hint}>
          {settings.length === 0 && <Empty action={create}>{t.none}</Empty>}
          {settings.length > 0 && (
            <ul className={styles.rows} ref={rows.ref} aria-label={t.title}>
              {settings.map((translation) => (
                <TranslationRow key={translation.id} translation={translation} onChanged={again} />
              ))}
            </ul>
          )}
        </TitledSection>
        {organization.translatedSpaces && <TranslatedSpaces translations={organization.translatedSpaces} />}
        {organization.spaces && <SpacesByLanguage spaces={organization.spaces} />}
      </div>
      {isOpen && <TranslationDialog organization={id} onClose={close} onChanged={again} />}
    </Screen>
  )
}
