import { useId } from 'react'
import { graphql, useLazyLoadQuery } from 'react-relay/hooks'
import type { PlacePickerQuery } from '#console/PlacePickerQuery.graphql.ts'
import { Choice } from '../../forms/Choice.tsx'
import { FieldForm } from '../../forms/FieldForm.tsx'
import { Dialog } from '../../parts/Dialog.tsx'
import { texts } from '../../texts/index.ts'
import type { PlaceKind } from './integration-edits.ts'

interface PlacePickerProps {
  kind: PlaceKind
  organization: string
  /** Those that have it already. */
  without: readonly string[]
  onChoose: (place: { id: string; title: string }) => Promise<unknown>
  onClose: () => void
}

/** Chooses a space or a site of an organization on which an integration is installed. */
export function PlacePicker({ kind, organization: id, without, onChoose, onClose }: PlacePickerProps) {
  const form = useId()
  const { organization } = useLazyLoadQuery<PlacePickerQuery>(
    graphql`
      query PlacePickerQuery($organization: ID!, $ofSpaces: Boolean!) {
        organization(id: $organization) {
          spaces(first: 1000) @include(if: $ofSpaces) {
            nodes {
              id
              title
            }
          }
          sites(first: 1000) @skip(if: $ofSpaces) {
            nodes {
              id
              title
            }
          }
        }
      }
    `,
    { organization: id, ofSpaces: kind === 'space' },
    { fetchPolicy: 'store-and-network' },
  )
  const known = new Set(without)
  const found = (kind === 'space' ? organization?.spaces : organization?.sites)?.nodes ?? []
  const offered = found.filter((place) => !known.has(place.id))
  const words = texts.integrations.places[kind]
  const run = async ({ place = '' }: Record<string, string>) => {
    const chosen = offered.find((one) => one.id === place)
    if (chosen) await onChoose(chosen)
    onClose()
  }
  const actions = (
    <>
      <button type="button" className="button" onClick={onClose}>
        {texts.forms.cancel}
      </button>
      {offered.length > 0 && (
        <button type="submit" form={form} className="button primary">
          {texts.integrations.install}
        </button>
      )}
    </>
  )
  return (
    <Dialog title={words.add} onClose={onClose} actions={actions}>
      {offered.length === 0 ? (
        <p className="muted">{words.noMore}</p>
      ) : (
        <FieldForm id={form} fields={[]} run={run}>
          <Choice
            name="place"
            label={words.one}
            options={Object.fromEntries(
              offered.map((place) => [place.id, place.title || texts.places.untitled]),
            )}
            value={offered[0]?.id ?? ''}
          />
        </FieldForm>
      )}
    </Dialog>
  )
}
