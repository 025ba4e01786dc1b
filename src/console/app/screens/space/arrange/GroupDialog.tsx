import { autofocus } from '../../../parts/autofocus.ts'
import { texts } from '../../../texts/index.ts'
import { MAX_TITLE } from './NewPageDialog.tsx'
import { PageDialog, TextField } from './PageDialog.tsx'

/** Asks for the title of a group for pages. */
export function GroupDialog({ onGroup, onClose }: { onGroup: (title: string) => void; onClose: () => void }) {
  const t = texts.arranging
  return (
    <PageDialog
      title={t.newGroup}
      submit={t.create}
      onSubmit={(fields) => onGroup(String(fields.get('title')).trim() || t.untitled)}
      onClose={onClose}
    >
      <TextField name="title" label={t.title} maxLength={MAX_TITLE} inputRef={autofocus} />
    </PageDialog>
  )
}
