import { Dialog } from '../../parts/Dialog.tsx'
import { toast } from '../../parts/toasts.ts'
import { texts } from '../../texts/index.ts'
import type { ListedFile } from './FileTable.tsx'
import { useChangeFiles } from './use-change-files.ts'

interface DeleteFileProps {
  file: ListedFile
  onClose: () => void
  onDone: () => void
}

/** Asks before a file is deleted, and says what uses it. */
export function DeleteFile({ file, onClose, onDone }: DeleteFileProps) {
  const t = texts.files
  const { change, isBusy, problem } = useChangeFiles(() => {
    toast(t.removed(file.name))
    onDone()
  })
  return (
    <Dialog
      title={t.removeTitle(file.name)}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            {t.cancel}
          </button>
          <button
            type="button"
            className="button danger"
            aria-disabled={isBusy}
            onClick={() => change({ deleteFile: { file: file.fileId } })}
          >
            {t.remove}
          </button>
        </>
      }
    >
      <p>{t.removeText(file.backlinks.totalCount)}</p>
      {problem !== undefined && (
        <p className="message error" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  )
}
