import { useId } from 'react'
import { sayDone } from '../forms/act.ts'
import { FieldForm } from '../forms/FieldForm.tsx'
import { FormActions } from '../forms/FormActions.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { texts } from '../texts/index.ts'
import { createCollection, deleteCollection, updateCollection } from './collection-edits.ts'

interface CollectionDialogProps {
  organization: string
  /** The collection to change. Without one, another is created. */
  collection?: {
    readonly id: string
    readonly title: string
    readonly description: string | null | undefined
  }
  /** The collection in which it is created. */
  parent?: string | undefined
  onChanged: () => void
  onClose: () => void
}

/** As many characters as the API allows. */
const MAX_TITLE = 50
const MAX_DESCRIPTION = 100

/** The title and the description of a collection: of a new one, or of one that is there. */
export function CollectionDialog(props: CollectionDialogProps) {
  const { organization, collection, parent, onChanged, onClose } = props
  const form = useId()
  const t = texts.collections
  const create = async (title: string, description: string) => {
    const id = await createCollection({ organizationId: organization, title, ...(parent && { parent }) })
    if (description !== '') await updateCollection({ collectionId: id, description })
    sayDone(t.created(title), () => deleteCollection(id), onChanged)
  }
  const change = async (
    { id, ...former }: NonNullable<CollectionDialogProps['collection']>,
    title: string,
    description: string,
  ) => {
    const before = { title: former.title, description: former.description ?? '' }
    if (title === before.title && description === before.description) return
    await updateCollection({ collectionId: id, title, description })
    sayDone(texts.forms.saved, () => updateCollection({ collectionId: id, ...before }), onChanged)
  }
  const run = async ({ title = '', description = '' }: Record<string, string>) => {
    await (collection
      ? change(collection, title.trim(), description.trim())
      : create(title.trim(), description.trim()))
    onChanged()
    onClose()
  }
  return (
    <Dialog
      title={collection ? t.settingsTitle : t.create}
      onClose={onClose}
      actions={
        <FormActions form={form} submit={collection ? texts.forms.save : t.submit} onClose={onClose} />
      }
    >
      {!collection && <p className="muted">{t.createHint}</p>}
      <FieldForm
        id={form}
        fields={[
          { name: 'title', label: t.name, value: collection?.title ?? '', maxLength: MAX_TITLE },
          {
            name: 'description',
            label: t.description,
            value: collection?.description ?? '',
            maxLength: MAX_DESCRIPTION,
            isOptional: true,
          },
        ]}
        run={run}
      />
    </Dialog>
  )
}
