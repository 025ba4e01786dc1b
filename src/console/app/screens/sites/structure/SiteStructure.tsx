import { useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { SiteStructureQuery } from '#console/SiteStructureQuery.graphql.ts'
import { ConfirmDialog } from '../../../forms/ConfirmDialog.tsx'
import { type Parameters, useParameters } from '../../../parameters.ts'
import { Empty } from '../../../parts/Empty.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { toast } from '../../../parts/toasts.ts'
import { preload as read, reread, useScreenQuery } from '../../../relay/use-screen-query.ts'
import { texts } from '../../../texts/index.ts'
import { useSite } from '../site-context.ts'
import { AddDialog, type Added } from './AddDialog.tsx'
import { ItemDialog } from './ItemDialog.tsx'
import styles from './Structure.module.css'
import { StructureRow } from './StructureRow.tsx'
import { deleteSection } from './structure-edits.ts'
import { type Item, itemsOf, type Structure } from './structure-items.ts'
import { useDrag } from './use-drag.ts'
import { useStructure } from './use-structure.ts'

const query = graphql`
  query SiteStructureQuery($site: ID!) {
    site(id: $site) {
      id
      organization {
        id
        ...SpaceField_organization
      }
      structure {
        ... on SiteSpacesStructure {
          siteSpaces(first: 200) {
            nodes {
              ...SiteStructure_siteSpace @relay(mask: false)
            }
          }
        }
        ... on SiteSectionsStructure {
          items(first: 100) {
            nodes {
              __typename
              ... on SiteSection {
                id
                title
                path
                default
                condition
                icon
                description
                siteSpaces(first: 50) {
                  nodes {
                    ...SiteStructure_siteSpace @relay(mask: false)
                  }
                }
              }
              ... on SiteSectionGroup {
                id
                title
                icon
                sections(first: 100) {
                  nodes {
                    ...SiteStructure_section @relay(mask: false)
                  }
                }
              }
            }
          }
        }
      }
    }
  }
`

graphql`
  fragment SiteStructure_siteSpace on SiteSpace {
    id
    title
    path
    default
    condition
    space {
      id
    }
  }
`

graphql`
  fragment SiteStructure_section on SiteSection {
    id
    title
    path
    default
    condition
    icon
    description
    siteSpaces(first: 50) {
      nodes {
        ...SiteStructure_siteSpace @relay(mask: false)
      }
    }
  }
`

export const preload = ({ site = '' }: Parameters) => read<SiteStructureQuery>(query, { site })

/** The sections, groups and variants of a site, and the spaces that they show. */
export default function SiteStructure() {
  const { site: id = '' } = useParameters()
  const { site } = useScreenQuery<SiteStructureQuery>(query, { site: id })
  const { permissions } = useSite()
  const items = site ? itemsOf(site.structure as Structure) : []
  const again = () => void reread<SiteStructureQuery>(query, { site: id })
  const actions = useStructure(id, items, again)
  const drag = useDrag(items, actions.move)
  const [added, setAdded] = useState<Added>()
  const [edited, setEdited] = useState<Item>()
  const [removed, setRemoved] = useState<Item>()
  const t = texts.sites
  const mayEdit = permissions.edit
  const hasSections = items.some(({ kind }) => kind !== 'SITE_SPACE')
  const spacesIn = (parent: string | undefined) =>
    items.filter((item) => item.parent === parent).flatMap(({ space }) => space ?? [])
  const without = added?.kind === 'space' ? spacesIn(added.section?.id) : []
  return (
    <div className={styles.structure}>
      <p className={styles.hint}>{t.structureHint}</p>
      {mayEdit && (
        <div className={styles.tools}>
          {!hasSections && (
            <button type="button" className="button small" onClick={() => setAdded({ kind: 'space' })}>
              <Icon name="plus" /> {t.addSpace}
            </button>
          )}
          <button type="button" className="button small" onClick={() => setAdded({ kind: 'section' })}>
            <Icon name="plus" /> {t.addSection}
          </button>
          {hasSections && (
            <button type="button" className="button small" onClick={() => setAdded({ kind: 'group' })}>
              <Icon name="plus" /> {t.addGroup}
            </button>
          )}
        </div>
      )}
      {items.length === 0 ? (
        <Empty>{t.noSpaces}</Empty>
      ) : (
        <ul className={styles.rows} aria-label={t.structure}>
          {items.map((item) => (
            <StructureRow
              key={item.id}
              item={item}
              items={items}
              mayEdit={mayEdit}
              actions={actions}
              drag={drag}
              onEdit={setEdited}
              onAddVariant={(section) => setAdded({ kind: 'space', section })}
              onRemoveSection={setRemoved}
            />
          ))}
        </ul>
      )}
      {mayEdit && items.length > 1 && <p className="muted">{t.moveKeys}</p>}
      {added && site?.organization && (
        <AddDialog
          site={id}
          organization={site.organization}
          added={added}
          without={without}
          onDone={again}
          onClose={() => setAdded(undefined)}
        />
      )}
      {edited && <ItemDialog item={edited} onDone={again} onClose={() => setEdited(undefined)} />}
      {removed && (
        <ConfirmDialog
          title={t.removeSectionTitle(removed.title)}
          action={t.remove}
          typed={removed.title}
          run={async () => {
            await deleteSection(removed.id)
            again()
            toast(t.removed(removed.title))
          }}
          onClose={() => setRemoved(undefined)}
        >
          <p>{t.removeSectionText(removed.children.length)}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
