import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { graphql } from 'react-relay/hooks'
import type { PageActionsMarkdownQuery } from '#console/PageActionsMarkdownQuery.graphql.ts'
import { useKeys } from '../../frame/keys.ts'
import { readOnce } from '../../live/follow.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Menu } from '../../parts/Menu.tsx'
import { MenuItem } from '../../parts/MenuItem.tsx'
import { toast } from '../../parts/toasts.ts'
import { texts } from '../../texts/index.ts'
import { addressOf } from '../space/addresses.ts'
import { openPdf } from '../space/open-pdf.ts'
import { useSpace } from '../space/space-context.ts'
import type { ShownPage } from './use-shown-page.ts'

const markdownQuery = graphql`
  query PageActionsMarkdownQuery($space: ID!, $page: ID!) {
    space(id: $space) {
      revision {
        page(id: $page) {
          ... on DocumentPage {
            markdown
          }
        }
      }
    }
  }
`

async function copy(text: Promise<string> | string): Promise<void> {
  try {
    await navigator.clipboard.writeText(await text)
    toast(texts.page.copied)
  } catch (error) {
    toast(error instanceof DOMException ? texts.page.notCopied : texts.page.failed)
  }
}

/** What can be done with a page: the menu, and its keys. */
export function PageActions({ page: { pageId, path, __typename } }: { page: ShownPage }) {
  const { id: space, published } = useSpace()
  const navigate = useNavigate()
  const button = useRef<HTMLSpanElement>(null)
  const t = texts.page
  const variables = { space, page: pageId }
  const isText = __typename === 'DocumentPage'
  const showHistory = () =>
    void navigate({ to: '/s/$space/~history', params: { space }, search: { page: pageId } })
  const copyMarkdown = async () => {
    const found = await readOnce<PageActionsMarkdownQuery>(markdownQuery, variables)
    return found.space?.revision?.page?.markdown ?? ''
  }
  const downloadMarkdown = async () => {
    const text = await copyMarkdown().catch(() => null)
    if (text === null) return void toast(t.failed)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/markdown' }))
    link.download = `${path?.split('/').at(-1) || 'page'}.md`
    link.click()
    URL.revokeObjectURL(link.href)
  }
  useKeys({
    y: isText ? { label: t.history, run: showHistory } : undefined,
    '.': { label: t.actions, run: () => button.current?.querySelector('button')?.click() },
  })
  return (
    <span ref={button}>
      <Menu label={t.actions} button={<Icon name="more" />}>
        <MenuItem run={() => void copy(`${location.origin}${addressOf(space, path ?? '')}`)}>
          {t.copyLink}
        </MenuItem>
        {isText && <MenuItem run={() => void copy(copyMarkdown())}>{t.copyMarkdown}</MenuItem>}
        {isText && <MenuItem run={() => void downloadMarkdown()}>{t.downloadMarkdown}</MenuItem>}
        {published && (
          <MenuItem
            run={() => void open(`${published.replace(/\/$/, '')}/${path ?? ''}`, '_blank', 'noopener')}
          >
            {t.published}
          </MenuItem>
        )}
        {isText && <MenuItem run={() => void openPdf(space, pageId)}>{t.pdf}</MenuItem>}
        {isText && (
          <MenuItem keys="y" run={showHistory}>
            {t.history}
          </MenuItem>
        )}
      </Menu>
    </span>
  )
}
