import { useId, useState } from 'react'
import { sayDone } from '../../forms/act.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { texts } from '../../texts/index.ts'
import type { ListedFile } from './FileTable.tsx'
import { useChangeFiles } from './use-change-files.ts'

interface RenameFileProps {
  file: ListedFile
  onClose: () => void
  onDone: () => void
}

export function RenameFile({ file, onClose, onDone }: RenameFileProps) {
  const id = useId()
  const [name, setName] = useState(file.name)
  const t = texts.files
  const { change, send, isBusy, problem } = useChangeFiles(() => {
    onDone()
    sayDone(
      t.renamed(name.trim()),
      () => send({ updateFile: { file: file.fileId, name: file.name } }),
      onDone,
    )
  })
  const isReady = name.trim() !== '' && name.trim() !== file.name && !isBusy
  return (
    <Dialog
      title={t.renameTitle}
      onClose={onClose}
      actions={
        <button type="submit" form={id} className="button primary" aria-disabled={!isReady}>
          {t.save}
        </button>
      }
    >
      <form
        id={id}
        className="field"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) change({ updateFile: { file: file.fileId, name: name.trim() } })
        }}
      >
        <label htmlFor={`${id}-name`}>{t.name}</label>
        <input
          id={`${id}-name`}
          value={name}
          maxLength={255}
          autoComplete="off"
          dir="auto"
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          onChange={(event) => setName(event.target.value)}
        />
        {problem !== undefined && (
          <p id={`${id}-problem`} className="field-error" role="alert">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  )
}
