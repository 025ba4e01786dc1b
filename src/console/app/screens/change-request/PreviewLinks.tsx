import { Link } from '@tanstack/react-router'
import { graphql, useLazyLoadQuery } from 'react-relay/hooks'
import type { PreviewLinksQuery } from '#console/PreviewLinksQuery.graphql.ts'
import { messageOf } from '../../forms/message-of.ts'
import { toast } from '../../parts/toasts.ts'
import { texts } from '../../texts/index.ts'
import styles from './ChangeTabs.module.css'
import type { ChangePlace } from './place.ts'

/** As many as have room beside the views. */
const MAX_SITES = 3

interface PreviewLinksProps {
  changeRequest: string
  place: ChangePlace
}

/** Shows the sites of the space as they look with the change request; without a site, its pages. */
export function PreviewLinks({ changeRequest, place }: PreviewLinksProps) {
  const { space } = useLazyLoadQuery<PreviewLinksQuery>(
    graphql`
      query PreviewLinksQuery($space: ID!) {
        space(id: $space) {
          id
          sites(first: 10) {
            nodes {
              id
              title
              permissions {
                publish
              }
            }
          }
        }
      }
    `,
    { space: place.space },
  )
  const sites = (space?.sites?.nodes ?? []).filter(({ permissions }) => permissions.publish)
  const t = texts.changeRequest
  if (sites.length === 0) {
    const params = { space: place.space, number: String(place.number), _splat: '~' }
    return (
      <Link to="/s/$space/changes/$number/$" params={params} target="_blank">
        {t.preview} <span aria-hidden="true">↗</span>
      </Link>
    )
  }
  return sites.slice(0, MAX_SITES).map(({ id, title }) => (
    <button
      key={id}
      type="button"
      className={styles.preview}
      onClick={() => void openPreview(id, changeRequest)}
    >
      <span dir="auto">{t.previewOn(title)}</span> <span aria-hidden="true">↗</span>
    </button>
  ))
}

/** Previews are signed for an hour, so the address is made when it is opened. */
async function openPreview(site: string, changeRequest: string): Promise<void> {
  // Opened at once: later, a browser would take it for an advertisement.
  const tab = open('', '_blank')
  try {
    const { readPreview } = await import('./read-preview.ts')
    const url = await readPreview(site, changeRequest)
    if (!tab || !url) return void tab?.close()
    tab.opener = null
    tab.location.replace(url)
  } catch (error) {
    tab?.close()
    toast(messageOf(error))
  }
}
