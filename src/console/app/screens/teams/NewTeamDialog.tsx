import { useId } from 'react'
import { graphql } from 'react-relay/hooks'
import type { NewTeamDialogMutation } from '#console/NewTeamDialogMutation.graphql.ts'
import { FieldForm } from '../../forms/FieldForm.tsx'
import { FormActions } from '../../forms/FormActions.tsx'
import { Dialog } from '../../parts/Dialog.tsx'
import { mutate } from '../../relay/mutate.ts'
import { texts } from '../../texts/index.ts'

/** As many characters as the API allows in the title of a team. */
export const MAX_TITLE = 64

interface NewTeamDialogProps {
  organization: string
  onCreated: (id: string) => void
  onClose: () => void
}

/** Creates a team. People are added on its own screen. */
export function NewTeamDialog({ organization, onCreated, onClose }: NewTeamDialogProps) {
  const form = useId()
  const t = texts.teams
  const run = async ({ title = '' }: Record<string, string>) => {
    const { createTeam } = await mutate<NewTeamDialogMutation>(
      graphql`
        mutation NewTeamDialogMutation($input: CreateTeamInput!) {
          createTeam(input: $input) {
            team {
              id
            }
          }
        }
      `,
      { input: { organizationId: organization, title } },
    )
    if (createTeam) onCreated(createTeam.team.id)
  }
  return (
    <Dialog
      title={t.create}
      onClose={onClose}
      actions={<FormActions form={form} submit={t.create} onClose={onClose} />}
    >
      <p className="muted">{t.createHint}</p>
      <FieldForm id={form} fields={[{ name: 'title', label: t.title, maxLength: MAX_TITLE }]} run={run} />
    </Dialog>
  )
}
