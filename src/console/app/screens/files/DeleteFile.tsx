import { ConfirmDialog } from '../../forms/ConfirmDialog.tsx'
import { toast } from '../../parts/toasts.ts'
import { texts } from '../../texts/index.ts'
import type { ListedFile } from './FileTable.tsx'
import { useChangeFiles } from './use-change-files.ts'

interface DeleteFileProps {
  file: ListedFile
  onClose: () => void
  onDone: () => void
}

/** Asks before a file is deleted, and says what uses it. The same file cannot be added again: its links are by its ID. */
export function DeleteFile({ file, onClose, onDone }: DeleteFileProps) {
  const t = texts.files
  const { send } = useChangeFiles()
  return (
    <ConfirmDialog
      title={t.removeTitle(file.name)}
      action={t.remove}
      typed={file.name}
      run={() => send({ deleteFile: { file: file.fileId } })}
      onDone={() => {
        toast(t.removed(file.name))
        onDone()
      }}
      onClose={onClose}
    >
      <p>{t.removeText(file.backlinks.totalCount)}</p>
    </ConfirmDialog>
  )
}
