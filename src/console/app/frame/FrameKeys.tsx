import { useNavigate } from '@tanstack/react-router'
import type { currentOrganization_organizations$key } from '#console/currentOrganization_organizations.graphql.ts'
import { texts, withTexts } from '../texts/index.ts'
import { useColumns } from './columns.tsx'
import { useCurrentOrganization } from './current-organization.ts'
import { useKeys } from './keys.ts'
import { later } from './later.tsx'
import { closeLayer, openLayer, useLayer } from './layers.ts'

const KeyList = later(() => import('./KeyList.tsx'))
const CommandMenu = later(() => withTexts(() => import('./commands/CommandMenu.tsx'), 'commands'))

/** The keys that count on every screen, and what they open over it. */
export function FrameKeys(props: { organizations: currentOrganization_organizations$key | null }) {
  const navigate = useNavigate()
  const { left, right } = useColumns()
  const layer = useLayer()
  const current = useCurrentOrganization(props.organizations)
  const organization = current?.id
  const { frame } = texts
  const ofOrganization = (
    label: string,
    to:
      | '/o/$organization'
      | '/o/$organization/changes'
      | '/o/$organization/people'
      | '/o/$organization/sites',
  ) =>
    organization === undefined
      ? undefined
      : { label, run: () => void navigate({ to, params: { organization } }) }
  useKeys(
    {
      'mod+k': { label: frame.commands, run: () => openLayer('commands') },
      '/': { label: frame.search, run: () => void navigate({ to: '/search' }) },
      'g h': { label: frame.goHome, run: () => void navigate({ to: '/' }) },
      'g i': { label: frame.goInbox, run: () => void navigate({ to: '/inbox' }) },
      'g s': ofOrganization(frame.goSpaces, '/o/$organization'),
      'g c': ofOrganization(frame.goChanges, '/o/$organization/changes'),
      'g p': current?.permissions.listMembers
        ? ofOrganization(frame.goPeople, '/o/$organization/people')
        : undefined,
      'g t': ofOrganization(frame.goSites, '/o/$organization/sites'),
      '[': { label: frame.toggleLeft, run: left.toggle },
      ']': { label: frame.toggleRight, run: right.toggle },
      '?': { label: frame.showKeys, run: () => openLayer('keys') },
    },
    'frame',
  )
  if (layer === 'keys') return <KeyList onClose={closeLayer} />
  if (layer !== 'commands') return null
  return <CommandMenu organization={organization} onClose={closeLayer} />
}
