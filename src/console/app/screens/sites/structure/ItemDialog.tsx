import { useId } from 'react'
import { type Field, FieldForm } from '../../../forms/FieldForm.tsx'
import { FormActions } from '../../../forms/FormActions.tsx'
import { Dialog } from '../../../parts/Dialog.tsx'
import { texts } from '../../../texts/index.ts'
import * as edits from './structure-edits.ts'
import type { Item } from './structure-items.ts'

interface ItemDialogProps {
  item: Item
  onDone: () => void
  onClose: () => void
}

/** Changes what a group, a section or a variant is called, where it is, and who sees it. */
export function ItemDialog({ item, onDone, onClose }: ItemDialogProps) {
  const form = useId()
  const t = texts.sites
  const isGroup = item.kind === 'SITE_SECTION_GROUP'
  const isVariant = item.kind === 'SITE_SPACE'
  const title: Field = { name: 'title', label: t.name, value: item.title, maxLength: 128 }
  const icon: Field = {
    name: 'icon',
    label: t.icon,
    hint: t.iconHint,
    value: item.icon,
    maxLength: 50,
    isOptional: true,
  }
  const path: Field = { name: 'path', label: t.path, value: item.path ?? '', maxLength: 100 }
  const condition: Field = {
    name: 'condition',
    label: t.condition,
    hint: t.conditionHint,
    value: item.condition,
    isOptional: true,
  }
  const description: Field = {
    name: 'description',
    label: t.description,
    value: item.description,
    maxLength: 256,
    isOptional: true,
  }
  const fields = isGroup
    ? [title, icon]
    : isVariant
      ? [path, condition]
      : [title, path, description, icon, condition]
  const run = async (values: Record<string, string>) => {
    const orNull = (name: string) => values[name]?.trim() || null
    if (isGroup) {
      await edits.updateGroup({
        siteSectionGroupId: item.id,
        title: values.title ?? '',
        icon: orNull('icon'),
      })
    } else if (isVariant) {
      await edits.updateSpace({
        siteSpaceId: item.id,
        path: values.path ?? '',
        condition: orNull('condition'),
      })
    } else {
      await edits.updateSection({
        siteSectionId: item.id,
        title: values.title ?? '',
        path: values.path ?? '',
        description: orNull('description'),
        icon: orNull('icon'),
        condition: orNull('condition'),
      })
    }
    onDone()
    onClose()
  }
  return (
    <Dialog
      title={item.title}
      onClose={onClose}
      actions={<FormActions form={form} submit={t.save} onClose={onClose} />}
    >
      <FieldForm id={form} fields={fields} run={run} />
    </Dialog>
  )
}
