import { useEffect, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { pageHeadingsOwnQuery } from '#console/pageHeadingsOwnQuery.graphql.ts'
import type { pageHeadingsQuery } from '#console/pageHeadingsQuery.graphql.ts'
import { readOnce } from '../../live/follow.ts'
import { type Heading, headingsOf } from '../../screens/page/headings-of.ts'
import { type EditedFacts, useEdited } from '../editor-context.ts'
import { outlineOf } from '../outline-of.ts'

const query = graphql`
  query pageHeadingsQuery($space: ID!, $change: ID!, $page: ID!, $isMain: Boolean!) {
    space(id: $space) @include(if: $isMain) {
      revision(computed: false) {
        page(id: $page) {
          ... on DocumentPage {
            blocks {
              key
              type
              html
            }
          }
        }
      }
    }
    changeRequest(id: $change) @skip(if: $isMain) {
      revision {
        page(id: $page) {
          ... on DocumentPage {
            blocks {
              key
              type
              html
            }
          }
        }
      }
    }
  }
`

const ownQuery = graphql`
  query pageHeadingsOwnQuery($input: RenderMarkdownInput!) {
    renderMarkdown(input: $input) {
      key
      type
      html
    }
  }
`

async function read(facts: EditedFacts, pageId: string): Promise<Heading[]> {
  const { space, changeRequestId } = facts
  const isMain = changeRequestId === undefined
  const variables = { space, change: changeRequestId ?? '', page: pageId, isMain }
  const found = await readOnce<pageHeadingsQuery>(query, variables)
  const revision = isMain ? found.space?.revision : found.changeRequest?.revision
  return headingsOf(revision?.page?.blocks ?? [])
}

/** The headings of the text that is being edited, as they will be: the server is sent no other lines. */
async function readOwn(
  { space, changeRequestId, pageId: page }: EditedFacts,
  text: string,
): Promise<Heading[]> {
  const lines = text.split('\n')
  const markdown = outlineOf(text)
    .map(({ line }) => lines[line - 1])
    .join('\n\n')
  if (markdown === '') return []
  const change = changeRequestId === undefined ? {} : { changeRequestId }
  const input = { spaceId: space, markdown, page, ...change }
  const { renderMarkdown } = await readOnce<pageHeadingsOwnQuery>(ownQuery, { input })
  return headingsOf(renderMarkdown ?? [])
}

/** The headings of a page that a link can lead to. None until they are read, and without the server. */
export function usePageHeadings(pageId: string | undefined, text: () => string): readonly Heading[] {
  const facts = useEdited()
  const [found, setFound] = useState<{ pageId: string; headings: Heading[] }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text does not change while the dialog is open.
  useEffect(() => {
    if (pageId === undefined) return
    let isLeft = false
    const reading = pageId === facts.pageId ? readOwn(facts, text()) : read(facts, pageId)
    reading.then(
      (headings) => !isLeft && setFound({ pageId, headings }),
      () => {},
    )
    return () => {
      isLeft = true
    }
  }, [pageId, facts])
  return found !== undefined && found.pageId === pageId ? found.headings : []
}
