import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { SpacePlace_space$key } from '#console/SpacePlace_space.graphql.ts'
import { Section } from '../../forms/Section.tsx'
import styles from '../../forms/Settings.module.css'
import { MoveDialog } from '../../places/MoveDialog.tsx'
import { moveSpace } from '../../places/move-place.ts'
import { texts } from '../../texts/index.ts'

/** Where a space is, and who can see it: the members, and the readers of its sites. */
export function SpacePlace(props: { space: SpacePlace_space$key; onChanged: () => void }) {
  const { id, title, visibility, defaultLevel, parent, organization, permissions, sites } = useFragment(
    graphql`
      fragment SpacePlace_space on Space {
        id
        title
        visibility
        defaultLevel
        parent {
          id
          title
        }
        organization {
          id
        }
        permissions {
          move
        }
        sites(first: 20) {
          totalCount
          nodes {
            id
            title
          }
        }
      }
    `,
    props.space,
  )
  const [isMoving, setMoving] = useState(false)
  const t = texts.settings
  const level =
    defaultLevel === 'INHERIT'
      ? t.inheritedLevel
      : defaultLevel
        ? texts.forms.roles[defaultLevel as keyof typeof texts.forms.roles]
        : t.noLevel
  const onSites = sites?.nodes ?? []
  const more = (sites?.totalCount ?? 0) - onSites.length
  return (
    <>
      <Section title={t.visibility} hint={t.visibilityHint}>
        {() => (
          <>
            <dl className={styles.facts}>
              <dt>{t.readers}</dt>
              <dd>{t.visibilities[visibility]}</dd>
              <dt>{t.onSites}</dt>
              <dd>
                {onSites.length === 0 && t.onNoSite}
                {onSites.map((site, at) => (
                  <span key={site.id}>
                    {at > 0 && ', '}
                    <Link to="/sites/$site" params={{ site: site.id }} dir="auto">
                      {site.title}
                    </Link>
                  </span>
                ))}
                {more > 0 && ` ${texts.space.andMore(more)}`}
              </dd>
              <dt>{t.otherMembers}</dt>
              <dd>{level}</dd>
            </dl>
            <div className={styles.actions}>
              <Link to="/s/$space/~access" params={{ space: id }} className="button small">
                {t.changeAccess}
              </Link>
            </div>
          </>
        )}
      </Section>
      {permissions.move && organization && (
        <Section title={t.place} hint={t.placeHint}>
          {() => (
            <>
              <p>
                {parent ? (
                  <Link to="/c/$collection" params={{ collection: parent.id }} dir="auto">
                    {parent.title || texts.places.untitled}
                  </Link>
                ) : (
                  texts.collections.top
                )}
              </p>
              <div className={styles.actions}>
                <button type="button" className="button" onClick={() => setMoving(true)}>
                  {texts.collections.moveSpace}
                </button>
              </div>
              {isMoving && (
                <Suspense fallback={null}>
                  <MoveDialog
                    title={title}
                    organization={organization.id}
                    parent={parent?.id ?? null}
                    move={(target) => moveSpace(id, target)}
                    onMoved={props.onChanged}
                    onClose={() => setMoving(false)}
                  />
                </Suspense>
              )}
            </>
          )}
        </Section>
      )}
    </>
  )
}
