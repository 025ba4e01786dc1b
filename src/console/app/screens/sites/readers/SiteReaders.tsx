import { graphql } from 'react-relay/hooks'
import type { SiteReadersQuery } from '#console/SiteReadersQuery.graphql.ts'
import { act } from '../../../forms/act.ts'
import { Section } from '../../../forms/Section.tsx'
import styles from '../../../forms/Settings.module.css'
import { type Parameters, useParameters } from '../../../parameters.ts'
import type { Visibility } from '../../../publish/publish-site.ts'
import { preload as read, rereadShown, useScreenQuery } from '../../../relay/use-screen-query.ts'
import { texts } from '../../../texts/index.ts'
import { useSite } from '../site-context.ts'
import { updateSite } from '../update-site.ts'
import { Adaptive } from './Adaptive.tsx'
import { ShareLinks } from './ShareLinks.tsx'
import { VisitorKeys } from './VisitorKeys.tsx'

const query = graphql`
  query SiteReadersQuery($site: ID!) {
    site(id: $site) {
      id
      ...ShareLinks_site
      ...Adaptive_site
    }
  }
`

export const preload = ({ site = '' }: Parameters) => read<SiteReadersQuery>(query, { site })

const VISIBILITIES: readonly Visibility[] = ['PUBLIC', 'UNLISTED', 'SHARE_LINK', 'VISITOR_AUTH']

/** Who can read a site, and what each of them sees. */
export default function SiteReaders() {
  const { site: id = '' } = useParameters()
  const { permissions } = useSite()
  const { site } = useScreenQuery<SiteReadersQuery>(query, { site: id })
  if (!site) return null
  return (
    <div className={styles.account}>
      <VisibilityChoice />
      {permissions.edit && <ShareLinks site={site} />}
      {permissions.admin && <VisitorKeys />}
      {permissions.viewAdaptiveSchema && <Adaptive site={site} />}
    </div>
  )
}

function VisibilityChoice() {
  const { id, visibility, permissions } = useSite()
  const t = texts.sites
  const choose = (next: Visibility) =>
    void act({
      run: () => updateSite({ siteId: id, visibility: next }),
      undo: () => updateSite({ siteId: id, visibility: visibility as Visibility }),
      done: t.visibilityChanged,
      onChanged: rereadShown,
    })
  return (
    <Section title={t.visibility} hint={t.visibilityHint}>
      {() => (
        <fieldset className={styles.set} disabled={!permissions.edit}>
          <legend>{texts.publish.visibility}</legend>
          {VISIBILITIES.map((each) => (
            <label key={each} className={styles.check}>
              <input
                type="radio"
                name="visibility"
                checked={each === visibility}
                onChange={() => choose(each)}
              />
              {texts.publish.visibilities[each]}
            </label>
          ))}
        </fieldset>
      )}
    </Section>
  )
}
