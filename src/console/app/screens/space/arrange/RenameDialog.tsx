import { useRef } from 'react'
import { MAX_SLUG, SLUG_FORM, slugOf } from '../../../../../core/slugs.ts'
import { autoselect } from '../../../parts/autofocus.ts'
import { texts } from '../../../texts/index.ts'
import type { TreePage } from '../use-tree-pages.ts'
import { MAX_TITLE } from './NewPageDialog.tsx'
import { PageDialog, TextField } from './PageDialog.tsx'
import { slugOfPath } from './tree-edits.ts'
import type { Renaming } from './use-tree-actions.ts'

interface RenameDialogProps {
  page: TreePage
  onRename: (fields: Renaming) => void
  onClose: () => void
}

/** Asks for another title and address. The address follows the title until somebody writes one. */
export function RenameDialog({ page, onRename, onClose }: RenameDialogProps) {
  const t = texts.arranging
  const slug = slugOfPath(page)
  const address = useRef<HTMLInputElement>(null)
  const isOwn = useRef(slug !== slugOf(page.title))
  const isLink = page.__typename === 'LinkPage'
  const submit = (fields: FormData) => {
    const value = (name: string) => String(fields.get(name) ?? '').trim()
    const given = { title: value('title') || page.title, ...changed('linkTitle', page.linkTitle ?? '') }
    function changed(name: string, before: string) {
      return fields.has(name) && value(name) !== before ? { [name]: value(name) } : {}
    }
    onRename({
      ...given,
      ...(value('slug') === '' ? {} : changed('slug', slug)),
      ...changed('url', page.href ?? ''),
    })
  }
  return (
    <PageDialog title={t.rename} submit={t.save} onSubmit={submit} onClose={onClose}>
      <TextField
        name="title"
        label={t.title}
        initial={page.title}
        maxLength={MAX_TITLE}
        isRequired
        inputRef={autoselect}
        onInput={(title) => {
          if (address.current && !isOwn.current) address.current.value = slugOf(title)
        }}
      />
      {page.linkTitle && (
        <TextField name="linkTitle" label={t.shortTitle} initial={page.linkTitle} maxLength={100} />
      )}
      {slug !== '' && (
        <TextField
          name="slug"
          label={t.address}
          initial={slug}
          hint={t.addressHint}
          maxLength={MAX_SLUG}
          isRequired
          inputRef={address}
          onInput={(text) => {
            isOwn.current = true
            address.current?.setCustomValidity(SLUG_FORM.test(text) ? '' : t.addressInvalid)
          }}
        />
      )}
      {isLink && page.href && (
        <TextField name="url" label={t.url} type="url" initial={page.href} maxLength={2048} isRequired />
      )}
    </PageDialog>
  )
}
