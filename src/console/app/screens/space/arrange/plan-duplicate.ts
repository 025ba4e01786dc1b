import { graphql } from 'react-relay/hooks'
import type { planDuplicateQuery, planDuplicateQuery$data } from '#console/planDuplicateQuery.graphql.ts'
import { freeSlug, slugOf } from '../../../../../core/slugs.ts'
import type { ContentChangeInput } from '../../../editor/editable-content.ts'
import { readOnce } from '../../../live/follow.ts'
import { texts } from '../../../texts/index.ts'
import type { TreePage } from '../use-tree-pages.ts'
import { type Plan, planInsert } from './plan-edits.ts'
import { EditedTree, slugOfPath, subtreeOf } from './tree-edits.ts'

const query = graphql`
  query planDuplicateQuery($ids: [ID!]!) {
    nodes(ids: $ids) {
      __typename
      ... on Page {
        pageId
        title
        linkTitle
        emoji
        icon
        condition
      }
      ... on DocumentPage {
        slug
        markdown
        description
        hidden
        noIndex
        noRobotsIndex
      }
      ... on GroupPage {
        slug
        hidden
      }
      ... on LinkPage {
        hidden
        target {
          ... on UrlReference {
            url
          }
          ... on PageReference {
            page {
              pageId
            }
          }
          ... on SpaceReference {
            space {
              id
            }
          }
          ... on FileReference {
            file {
              fileId
            }
          }
        }
      }
    }
  }
`

type Read = NonNullable<planDuplicateQuery$data['nodes'][number]>

/** As many as are read at a time. */
const MAX_READ = 50
const TYPES = { DocumentPage: 'DOCUMENT', GroupPage: 'GROUP', LinkPage: 'LINK' } as const

/** Reads a page and those below it, and plans copies of them behind the page. */
export async function planDuplicate(pages: readonly TreePage[], page: TreePage): Promise<Plan> {
  const copied = subtreeOf(pages, page.pageId).filter(({ __typename }) => __typename in TYPES)
  const read = new Map<string, Read>()
  for (let from = 0; from < copied.length; from += MAX_READ) {
    const ids = copied.slice(from, from + MAX_READ).map(({ id }) => id)
    const { nodes } = await readOnce<planDuplicateQuery>(query, { ids })
    for (const node of nodes) if (node?.pageId) read.set(node.pageId, node)
  }
  const tree = new EditedTree(pages)
  const { parent, at } = tree.spotAt({ page: page.pageId, where: 'after' })
  const title = texts.arranging.copyOf(page.title)
  const taken = new Set(tree.below(parent).map(({ page: beside }) => slugOfPath(beside)))
  const changes = copied.flatMap(({ pageId }): ContentChangeInput[] => {
    const found = read.get(pageId)
    if (!found) return []
    if (pageId !== page.pageId) {
      const above = tree.find(pageId)?.parent?.page.pageId
      return [{ insertPage: { ...fieldsOf(found), ref: refOf(pageId), into: above ? refOf(above) : null } }]
    }
    const slug = page.__typename === 'LinkPage' ? undefined : freeSlug(slugOf(title), taken)
    return [
      { insertPage: { ...fieldsOf(found), slug, ref: refOf(pageId), into: parent, at } },
      // The text has a title as well, which counts when the page is inserted.
      { updatePage: { page: refOf(pageId), title } },
    ]
  })
  return planInsert(changes, [refOf(page.pageId)])
}

const refOf = (pageId: string): string => `copy-${pageId}`

function fieldsOf(page: Read): NonNullable<ContentChangeInput['insertPage']> {
  const { __typename, pageId: _id, target, ...fields } = page
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => (value ?? null) !== null))
  const type = TYPES[__typename as keyof typeof TYPES]
  return type === 'LINK' ? { ...given, type, target: targetOf(target) } : { ...given, type }
}

function targetOf(target: Read['target']) {
  if (target?.page) return { page: target.page.pageId }
  if (target?.space) return { space: target.space.id }
  if (target?.file) return { file: target.file.fileId }
  return { url: target?.url ?? '' }
}
