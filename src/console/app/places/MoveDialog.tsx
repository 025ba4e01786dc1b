import { useId, useState } from 'react'
import { graphql, useLazyLoadQuery } from 'react-relay/hooks'
import type { MoveDialogQuery } from '#console/MoveDialogQuery.graphql.ts'
import { sayDone } from '../forms/act.ts'
import { FieldForm } from '../forms/FieldForm.tsx'
import { FormActions } from '../forms/FormActions.tsx'
import { autofocus } from '../parts/autofocus.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { texts } from '../texts/index.ts'
import { pathsOf } from './paths-of.ts'

interface MoveDialogProps {
  /** The title of what is moved. */
  title: string
  organization: string
  /** The collection that it is in. */
  parent: string | null
  /** A collection that is moved: it cannot be moved into itself, nor into those in it. */
  collection?: string
  /** Moves it into a collection, or to the top of the organization. */
  move: (parent: string | null) => Promise<unknown>
  onMoved: () => void
  onClose: () => void
}

/** Moves a space or a collection into a collection, or to the top of the organization. */
export function MoveDialog(props: MoveDialogProps) {
  const { title, organization: id, parent, collection, move, onMoved, onClose } = props
  const form = useId()
  const field = useId()
  const { organization } = useLazyLoadQuery<MoveDialogQuery>(
    graphql`
      query MoveDialogQuery($organization: ID!) {
        organization(id: $organization) {
          id
          permissions {
            createContent
          }
          collections(first: 1000, nested: true) {
            nodes {
              id
              title
              parent {
                id
              }
              permissions {
                create
              }
            }
          }
        }
      }
    `,
    { organization: id },
    { fetchPolicy: 'store-and-network' },
  )
  const [chosen, setChosen] = useState<string>()
  const t = texts.collections
  const collections = organization?.collections?.nodes ?? []
  const offered = pathsOf(collections, collection).filter((one) => one.mayCreate || one.id === parent)
  const value = chosen ?? parent ?? ''
  const run = async () => {
    const target = value === '' ? null : value
    if (target !== parent) {
      await move(target)
      onMoved()
      sayDone(t.moved(title), () => move(parent), onMoved)
    }
    onClose()
  }
  return (
    <Dialog
      title={t.moveTitle(title)}
      onClose={onClose}
      actions={<FormActions form={form} submit={t.move} onClose={onClose} />}
    >
      <FieldForm id={form} fields={[]} run={run}>
        <div className="field">
          <label htmlFor={field}>{t.into}</label>
          <select id={field} ref={autofocus} value={value} onChange={({ target }) => setChosen(target.value)}>
            {(organization?.permissions.createContent || parent === null) && (
              <option value="">{t.top}</option>
            )}
            {offered.map(({ id: each, path }) => (
              <option key={each} value={each}>
                {path}
              </option>
            ))}
          </select>
        </div>
        <p className="hint muted">{t.moveHint}</p>
      </FieldForm>
    </Dialog>
  )
}
