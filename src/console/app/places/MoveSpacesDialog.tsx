import { useId, useState } from 'react'
import { graphql, useLazyLoadQuery } from 'react-relay/hooks'
import type { MoveSpacesDialogQuery } from '#console/MoveSpacesDialogQuery.graphql.ts'
import { sayDone } from '../forms/act.ts'
import { FieldForm } from '../forms/FieldForm.tsx'
import { FormActions } from '../forms/FormActions.tsx'
import styles from '../forms/Settings.module.css'
import { autofocus } from '../parts/autofocus.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { texts } from '../texts/index.ts'
import { moveSpace } from './move-place.ts'

interface MoveSpacesDialogProps {
  organization: string
  collection: { readonly id: string; readonly title: string }
  onChanged: () => void
  onClose: () => void
}

/** Chooses spaces of an organization, and moves them into a collection. */
export function MoveSpacesDialog({
  organization: id,
  collection,
  onChanged,
  onClose,
}: MoveSpacesDialogProps) {
  const form = useId()
  const { organization } = useLazyLoadQuery<MoveSpacesDialogQuery>(
    graphql`
      query MoveSpacesDialogQuery($organization: ID!) {
        organization(id: $organization) {
          id
          spaces(first: 1000) {
            nodes {
              id
              title
              parent {
                id
                title
              }
              permissions {
                move
              }
            }
          }
        }
      }
    `,
    { organization: id },
    { fetchPolicy: 'store-and-network' },
  )
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const t = texts.collections
  const movable = (organization?.spaces?.nodes ?? []).filter(
    ({ parent, permissions }) => permissions.move && parent?.id !== collection.id,
  )
  const words = search.trim().toLocaleLowerCase()
  const found = movable.filter(({ title }) => title.toLocaleLowerCase().includes(words))
  const choose = (space: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(space)
    else next.delete(space)
    setChosen(next)
  }
  const run = async () => {
    const moved: typeof movable = []
    try {
      for (const space of movable) {
        if (!chosen.has(space.id)) continue
        await moveSpace(space.id, collection.id)
        moved.push(space)
      }
    } finally {
      // What was moved before one failed stays there, and can be moved back as well.
      if (moved.length > 0) {
        onChanged()
        sayDone(
          t.spacesMoved(moved.length),
          async () => {
            for (const { id: space, parent } of moved) await moveSpace(space, parent?.id ?? null)
          },
          onChanged,
        )
      }
    }
    onClose()
  }
  const actions = (
    <>
      <span className={styles.total} role="status">
        {chosen.size > 0 && t.chosen(chosen.size)}
      </span>
      <FormActions form={form} submit={t.move} isDisabled={chosen.size === 0} onClose={onClose} />
    </>
  )
  return (
    <Dialog title={t.addSpacesTitle(collection.title)} onClose={onClose} actions={actions}>
      <FieldForm id={form} fields={[]} run={run}>
        {movable.length === 0 && <p className="muted">{t.noOtherSpaces}</p>}
        {movable.length > 0 && (
          <>
            <input
              type="search"
              ref={autofocus}
              aria-label={t.findSpace}
              placeholder={t.findSpace}
              value={search}
              maxLength={100}
              onChange={({ target }) => setSearch(target.value)}
            />
            <div className={styles.files}>
              {found.map((space) => (
                <label key={space.id} className={styles.check}>
                  <input
                    type="checkbox"
                    checked={chosen.has(space.id)}
                    onChange={({ target }) => choose(space.id, target.checked)}
                  />
                  <span dir="auto">
                    {space.title || texts.places.untitled}
                    {space.parent && <span className="muted"> · {space.parent.title}</span>}
                  </span>
                </label>
              ))}
            </div>
          </>
        )}
      </FieldForm>
    </Dialog>
  )
}
