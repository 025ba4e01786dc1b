import { useId } from 'react'
import type { SpaceField_organization$key } from '#console/SpaceField_organization.graphql.ts'
import { FieldForm } from '../../../forms/FieldForm.tsx'
import { FormActions } from '../../../forms/FormActions.tsx'
import { Dialog } from '../../../parts/Dialog.tsx'
import { texts } from '../../../texts/index.ts'
import { SpaceField } from '../SpaceField.tsx'
import * as edits from './structure-edits.ts'
import type { Item } from './structure-items.ts'

/** What is added: a space to the site or to a section, a section, or a group. */
export type Added = { kind: 'space'; section?: Item | undefined } | { kind: 'section' } | { kind: 'group' }

interface AddDialogProps {
  site: string
  organization: SpaceField_organization$key
  added: Added
  /** The spaces that are there already, where it goes. */
  without: readonly string[]
  onDone: () => void
  onClose: () => void
}

/** Adds a space, a section or a group at the end. */
export function AddDialog({ site, organization, added, without, onDone, onClose }: AddDialogProps) {
  const form = useId()
  const t = texts.sites
  const section = added.kind === 'space' ? added.section : undefined
  const titles = {
    space: section ? t.addVariant(section.title) : t.addSpace,
    section: t.addSection,
    group: t.addGroup,
  }
  const run = async ({ space = '', title = '' }: Record<string, string>) => {
    const siteId = site
    if (added.kind === 'group') await edits.addGroup({ siteId, title })
    else if (added.kind === 'section') {
      await edits.addSection({ siteId, spaceId: space, ...(title.trim() !== '' && { title }) })
    } else await edits.addSpace({ siteId, spaceId: space, ...(section && { sectionId: section.id }) })
    onDone()
    onClose()
  }
  const fields = {
    space: [],
    section: [{ name: 'title', label: t.sectionTitle, maxLength: 128, isOptional: true }],
    group: [{ name: 'title', label: t.groupTitle, maxLength: 100 }],
  }
  return (
    <Dialog
      title={titles[added.kind]}
      onClose={onClose}
      actions={<FormActions form={form} submit={t.add} onClose={onClose} />}
    >
      <FieldForm id={form} fields={fields[added.kind]} run={run}>
        {added.kind !== 'group' && (
          <SpaceField label={t.space} organization={organization} without={without} />
        )}
      </FieldForm>
    </Dialog>
  )
}
