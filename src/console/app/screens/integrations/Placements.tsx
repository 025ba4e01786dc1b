import { Suspense, useRef, useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ConfigurationForm_configuration$key } from '#console/ConfigurationForm_configuration.graphql.ts'
import type { Placements_installation$key } from '#console/Placements_installation.graphql.ts'
import { act, sayDone } from '../../forms/act.ts'
import styles from '../../forms/Settings.module.css'
import { Opened } from '../../parts/Opened.tsx'
import { texts } from '../../texts/index.ts'
import { ConfigurationForm } from './ConfigurationForm.tsx'
import { StatusTag } from './InstallationStatus.tsx'
import { type Configuration, type PlaceKind, places, update } from './integration-edits.ts'
import { PlacePicker } from './PlacePicker.tsx'

interface PlacementsProps {
  kind: PlaceKind
  installation: Placements_installation$key
  /** What can be configured for each of them. */
  declaration: ConfigurationForm_configuration$key | null | undefined
  onChanged: () => void
}

/** The spaces or the sites on which an integration is installed: all of the organization, or some. */
export function Placements({ kind, declaration, onChanged, ...props }: PlacementsProps) {
  const data = useFragment(
    graphql`
      fragment Placements_installation on IntegrationInstallation {
        id
        spaceSelection
        siteSelection
        organization {
          id
        }
        spaces(first: 50) {
          totalCount
          nodes {
            status
            configuration
            space {
              id
              title
            }
          }
        }
        sites(first: 50) {
          totalCount
          nodes {
            status
            configuration
            scriptLoading {
              loaded
              reason
            }
            site {
              id
              title
            }
          }
        }
      }
    `,
    props.installation,
  )
  const [isAdding, setAdding] = useState(false)
  // What was saved here and not read again yet, so that undoing a removal brings it back as well.
  const saved = useRef(new Map<string, { over: Configuration; next: Configuration }>())
  const t = texts.integrations
  const { id, organization } = data
  const isAll = (kind === 'space' ? data.spaceSelection : data.siteSelection) === 'ALL'
  const rows =
    kind === 'space'
      ? data.spaces.nodes.map(({ space, ...rest }) => ({ place: space, problem: null, ...rest }))
      : data.sites.nodes.map(({ site, scriptLoading: { loaded, reason }, ...rest }) => ({
          place: site,
          problem: loaded ? null : reason,
          ...rest,
        }))
  const { totalCount } = kind === 'space' ? data.spaces : data.sites
  const select = (all: boolean) => {
    const selection = all ? 'ALL' : 'SELECTED'
    return update({
      installationId: id,
      ...(kind === 'space' ? { space_selection: selection } : { site_selection: selection }),
    })
  }
  const { add, remove, configure } = places[kind]
  const words = t.places[kind]
  return (
    <section className={styles.stack} aria-label={words.title}>
      <h3>{words.title}</h3>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={isAll}
          onChange={() =>
            void act({
              run: () => select(!isAll),
              undo: () => select(isAll),
              done: texts.forms.saved,
              onChanged,
            })
          }
        />
        {words.all}
      </label>
      {rows.length === 0 && !isAll && <p className="muted">{words.none}</p>}
      {rows.length > 0 && (
        <ul className={styles.rows} aria-label={words.title}>
          {rows.map(({ place, status, configuration, problem }) => {
            if (!place) return null
            const values = configuration as Configuration
            return (
              <li key={place.id} className={styles.row}>
                <div className={styles.what}>
                  <bdi>{place.title || texts.places.untitled}</bdi>
                  {problem && (
                    <span className={styles.problem} dir="auto">
                      {problem}
                    </span>
                  )}
                </div>
                <StatusTag status={status} />
                {!isAll && (
                  <button
                    type="button"
                    className="button small"
                    aria-label={t.removeFrom(place.title)}
                    onClick={() => {
                      const unread = saved.current.get(place.id)
                      const kept = unread?.over === values ? unread.next : values
                      void act({
                        run: () => remove(id, place.id),
                        undo: async () => {
                          await add(id, place.id)
                          if (Object.keys(kept).length > 0) await configure(id, place.id, kept)
                        },
                        done: t.removed(place.title),
                        onChanged,
                      })
                    }}
                  >
                    {t.remove}
                  </button>
                )}
                {declaration && (
                  <Opened summary={t.configuration}>
                    <ConfigurationForm
                      key={JSON.stringify(values)}
                      declaration={declaration}
                      values={values}
                      save={async (next) => {
                        await configure(id, place.id, next)
                        saved.current.set(place.id, { over: values, next })
                        onChanged()
                        sayDone(texts.forms.saved, () => configure(id, place.id, values), onChanged)
                      }}
                    />
                  </Opened>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {totalCount > rows.length && <p className="muted">{texts.space.andMore(totalCount - rows.length)}</p>}
      {!isAll && organization && (
        <div className={styles.actions}>
          <button type="button" className="button small" onClick={() => setAdding(true)}>
            {words.add}
          </button>
        </div>
      )}
      {isAdding && organization && (
        <Suspense fallback={null}>
          <PlacePicker
            kind={kind}
            organization={organization.id}
            without={rows.flatMap(({ place }) => (place ? [place.id] : []))}
            onChoose={async (place) => {
              await add(id, place.id)
              onChanged()
              sayDone(t.added(place.title), () => remove(id, place.id), onChanged)
            }}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </section>
  )
}
