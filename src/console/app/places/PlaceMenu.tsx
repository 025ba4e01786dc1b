import { Suspense, useState } from 'react'
import { act } from '../forms/act.ts'
import { ConfirmDialog } from '../forms/ConfirmDialog.tsx'
import { Icon } from '../parts/Icon.tsx'
import { Menu } from '../parts/Menu.tsx'
import { MenuItem, MenuLine } from '../parts/MenuItem.tsx'
import { toast } from '../parts/toasts.ts'
import { texts } from '../texts/index.ts'
import { CollectionDialog } from './CollectionDialog.tsx'
import { deleteCollection } from './collection-edits.ts'
import { MoveDialog } from './MoveDialog.tsx'
import { MoveSpacesDialog } from './MoveSpacesDialog.tsx'
import { type Beside, moveCollection, moveSpace, placeCollection, placeSpace } from './move-place.ts'
import { useMoveKeys } from './use-move-keys.ts'

/** A space or a collection, with what the person may do with it. */
export interface Place {
  kind: 'space' | 'collection'
  id: string
  title: string
  description?: string | null | undefined
  parent: string | null
  /** What its parent is in. */
  above?: string | null | undefined
  may: { move: boolean; manage?: boolean; create?: boolean; delete?: boolean }
}

interface PlaceMenuProps {
  place: Place
  organization: string
  /** Its neighbours of the same kind, where their order can be changed. */
  before?: string | undefined
  after?: string | undefined
  onChanged: () => void
  /** Called instead of `onChanged` once it is deleted. */
  onDeleted?: () => void
}

type Asked = 'create' | 'rename' | 'move' | 'spaces' | 'delete'

/** What can be done with a space or a collection where it is listed. Nothing is shown to those who can do nothing. */
export function PlaceMenu(props: PlaceMenuProps) {
  const { place, before, after, onChanged } = props
  const [asked, setAsked] = useState<Asked>()
  const { kind, id, title, may } = place
  const t = texts.collections
  const reorder = (next: Beside, former: Beside | undefined) => {
    const send = kind === 'space' ? placeSpace : placeCollection
    void act({
      run: () => send(id, next),
      undo: former && (() => send(id, former)),
      done: t.moved(title),
      onChanged,
    })
  }
  const former = after ? { before: after } : before ? { after: before } : undefined
  const putInto = (parent: string | null) =>
    void act({
      run: () => moveCollection(id, parent),
      undo: () => moveCollection(id, place.parent),
      done: t.moved(title),
      onChanged,
    })
  const canNest = may.move && kind === 'collection'
  const marker = useMoveKeys(
    {
      up: may.move && before ? () => reorder({ before }, former) : undefined,
      down: may.move && after ? () => reorder({ after }, former) : undefined,
      in: canNest && before ? () => putInto(before) : undefined,
      out: canNest && place.parent !== null ? () => putInto(place.above ?? null) : undefined,
    },
    `${place.parent} ${before} ${after}`,
  )
  if (!may.move && !may.manage && !may.create && !may.delete) return null
  return (
    <>
      <span ref={marker} hidden />
      <Menu label={t.actionsOf(title)} button={<Icon name="more" />} className="icon-button">
        {may.create && <MenuItem run={() => setAsked('create')}>{t.create}</MenuItem>}
        {may.create && <MenuItem run={() => setAsked('spaces')}>{t.addSpaces}</MenuItem>}
        {may.manage && kind === 'collection' && (
          <MenuItem run={() => setAsked('rename')}>{t.settings}</MenuItem>
        )}
        {may.move && (
          <MenuItem run={() => setAsked('move')}>
            {kind === 'space' ? t.moveSpace : t.moveCollection}
          </MenuItem>
        )}
        {may.move && before && <MenuItem run={() => reorder({ before }, former)}>{t.moveUp}</MenuItem>}
        {may.move && after && <MenuItem run={() => reorder({ after }, former)}>{t.moveDown}</MenuItem>}
        {may.delete && kind === 'collection' && (
          <>
            <MenuLine />
            <MenuItem isDanger run={() => setAsked('delete')}>
              {t.delete}
            </MenuItem>
          </>
        )}
      </Menu>
      {asked && (
        <Suspense fallback={null}>
          <PlaceDialog {...props} asked={asked} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </>
  )
}

interface PlaceDialogProps extends PlaceMenuProps {
  asked: Asked
  onClose: () => void
}

function PlaceDialog({ asked, place, organization, onChanged, onDeleted, onClose }: PlaceDialogProps) {
  const { kind, id, title, description, parent } = place
  const t = texts.collections
  const common = { organization, onChanged, onClose }
  if (asked === 'create') return <CollectionDialog {...common} parent={id} />
  if (asked === 'rename') return <CollectionDialog {...common} collection={{ id, title, description }} />
  if (asked === 'spaces') return <MoveSpacesDialog {...common} collection={{ id, title }} />
  if (asked === 'delete') {
    const run = async () => {
      await deleteCollection(id)
      toast(t.deleted(title))
      ;(onDeleted ?? onChanged)()
    }
    return (
      <ConfirmDialog
        title={t.deleteTitle(title)}
        action={t.deleteAction}
        typed={title || texts.places.untitled}
        run={run}
        onClose={onClose}
      >
        <p>{t.deleteText}</p>
      </ConfirmDialog>
    )
  }
  return (
    <MoveDialog
      title={title}
      organization={organization}
      parent={parent}
      {...(kind === 'collection' && { collection: id })}
      move={(target) => (kind === 'space' ? moveSpace(id, target) : moveCollection(id, target))}
      onMoved={onChanged}
      onClose={onClose}
    />
  )
}
