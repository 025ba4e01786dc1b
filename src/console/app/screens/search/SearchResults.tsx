import { Link } from '@tanstack/react-router'
import { graphql } from 'react-relay/hooks'
import type { SearchResultsOrganizationsQuery } from '#console/SearchResultsOrganizationsQuery.graphql.ts'
import type { SearchResultsQuery, SearchResultsQuery$data } from '#console/SearchResultsQuery.graphql.ts'
import { Boundary } from '../../frame/Boundary.tsx'
import { AppLink } from '../../parts/AppLink.tsx'
import { Emoji } from '../../parts/Emoji.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { MoreOrganizations } from '../../parts/MoreOrganizations.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { useRows } from '../../parts/use-rows.ts'
import { useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import styles from './SearchScreen.module.css'

const organizationsQuery = graphql`
  query SearchResultsOrganizationsQuery {
    viewer {
      organizations(first: 10) {
        totalCount
        nodes {
          id
          title
        }
      }
    }
  }
`

/** Of one organization: the most that all of them could find would be more than a request can ask for. */
const query = graphql`
  query SearchResultsQuery($organization: ID!, $text: String!) {
    organization(id: $organization) {
      search(query: $text, first: 10) {
        nodes {
          space {
            id
            title
            emoji
          }
          pages {
            pageId
            title
            description
            urls {
              app
            }
            ancestors {
              title
            }
            sections {
              title
              urls {
                app
              }
              excerpt {
                text
                matched
              }
            }
          }
        }
      }
    }
  }
`

type Search = NonNullable<NonNullable<SearchResultsQuery$data['organization']>['search']>
type Found = Search['nodes'][number]
type FoundPage = Found['pages'][number]

/** The pages by space, the best matches first, in each organization of the person. J and K move between them. */
export function SearchResults({ text }: { text: string }) {
  const { viewer } = useScreenQuery<SearchResultsOrganizationsQuery>(organizationsQuery, {})
  const { ref } = useRows<HTMLDivElement>()
  const organizations = viewer?.organizations?.nodes ?? []
  return (
    <div ref={ref} className={styles.results}>
      {organizations.map(({ id, title }) => (
        <Boundary key={id} fallback={<Skeleton lines={8} />} address={text}>
          <FoundInOrganization id={id} title={organizations.length > 1 ? title : undefined} text={text} />
        </Boundary>
      ))}
      <MoreOrganizations of={viewer?.organizations} />
    </div>
  )
}

function FoundInOrganization({ id, title, text }: { id: string; title: string | undefined; text: string }) {
  const { organization } = useScreenQuery<SearchResultsQuery>(query, { organization: id, text })
  const spaces = organization?.search?.nodes ?? []
  const count = spaces.reduce((sum, { pages }) => sum + pages.length, 0)
  const { search } = texts
  return (
    <>
      <div>
        {title !== undefined && <h2 dir="auto">{title}</h2>}
        {count > 0 && (
          <p className="muted" role="status">
            {search.found(count)}
          </p>
        )}
      </div>
      {count === 0 && (
        <Empty>
          <span dir="auto">{search.nothing(text)}</span> {search.tryOther}
        </Empty>
      )}
      {spaces.map((found) => (
        <FoundSpace key={found.space?.id} found={found} level={title === undefined ? 'h2' : 'h3'} />
      ))}
    </>
  )
}

function FoundSpace({ found, level: Heading }: { found: Found; level: 'h2' | 'h3' }) {
  const { space, pages } = found
  if (!space) return null
  return (
    <section aria-label={texts.search.moreInSpace(space.title)}>
      <Heading className={styles.space}>
        <Link to="/s/$space" params={{ space: space.id }} dir="auto">
          <Emoji code={space.emoji} /> {space.title}
        </Link>
      </Heading>
      <ul className={styles.pages}>
        {pages.map((page) => (
          <PageRow key={page.pageId} page={page} />
        ))}
      </ul>
    </section>
  )
}

/** The sections of a page that are shown; the page has the others. */
const MAX_SECTIONS = 3

function PageRow({ page: { pageId, title, description, urls, ancestors, sections } }: { page: FoundPage }) {
  return (
    <li className={styles.page} data-row={pageId}>
      <AppLink href={urls.app} className={styles.title ?? ''} dir="auto">
        {title}
      </AppLink>
      {ancestors.length > 0 && (
        <p className={styles.path} dir="auto">
          {ancestors.map((ancestor) => ancestor.title).join(' › ')}
        </p>
      )}
      {description !== null && description !== undefined && description !== '' && (
        <p className={styles.excerpt} dir="auto">
          {description}
        </p>
      )}
      {sections.slice(0, MAX_SECTIONS).map((section) => (
        <p key={section.urls.app} className={styles.excerpt} dir="auto">
          {section.title !== '' && section.title !== title && (
            <AppLink href={section.urls.app}>{section.title}</AppLink>
          )}{' '}
          {section.excerpt.map((piece, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text keep their order.
            piece.matched ? <mark key={index}>{piece.text}</mark> : piece.text,
          )}
        </p>
      ))}
    </li>
  )
}
