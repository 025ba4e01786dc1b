import { useId } from 'react'
import { graphql } from 'react-relay/hooks'
import type { RenameTeamDialogMutation } from '#console/RenameTeamDialogMutation.graphql.ts'
import { act } from '../../forms/act.ts'
import { FieldForm } from '../../forms/FieldForm.tsx'
import { FormActions } from '../../forms/FormActions.tsx'
import { Dialog } from '../../parts/Dialog.tsx'
import { mutate } from '../../relay/mutate.ts'
import { texts } from '../../texts/index.ts'
import { MAX_TITLE } from './NewTeamDialog.tsx'

interface RenameTeamDialogProps {
  team: { readonly id: string; readonly title: string }
  onClose: () => void
}

export function RenameTeamDialog({ team: { id, title: before }, onClose }: RenameTeamDialogProps) {
  const form = useId()
  const t = texts.teams
  const send = (title: string) =>
    mutate<RenameTeamDialogMutation>(
      graphql`
        mutation RenameTeamDialogMutation($input: UpdateTeamInput!) {
          updateTeam(input: $input) {
            team {
              id
              title
              version
            }
          }
        }
      `,
      { input: { teamId: id, title } },
    )
  const run = async ({ title = '' }: Record<string, string>) => {
    await send(title)
    onClose()
    await act({ run: async () => {}, undo: () => send(before), done: t.renamed(title) })
  }
  return (
    <Dialog
      title={t.renameTitle(before)}
      onClose={onClose}
      actions={<FormActions form={form} submit={t.rename} onClose={onClose} />}
    >
      <FieldForm
        id={form}
        fields={[{ name: 'title', label: t.title, value: before, maxLength: MAX_TITLE }]}
        run={run}
      />
    </Dialog>
  )
}
