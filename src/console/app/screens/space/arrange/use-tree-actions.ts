import { useRouter } from '@tanstack/react-router'
import { toast } from '../../../parts/toasts.ts'
import { texts } from '../../../texts/index.ts'
import { ancestorsOf } from '../tree.ts'
import type { TreeContent } from '../tree-content.ts'
import type { TreePage } from '../use-tree-pages.ts'
import { planDuplicate } from './plan-duplicate.ts'
import {
  planDelete,
  planInsert,
  planMove,
  planUpdate,
  refusalOf,
  type Step,
  targetOfStep,
} from './plan-edits.ts'
import { EditedTree, slugOfPath, subtreeOf, type Target } from './tree-edits.ts'
import { useTreeEdits } from './use-tree-edits.ts'

/** What a new page is made of. */
export interface NewPage {
  type: 'DOCUMENT' | 'GROUP' | 'LINK'
  title: string
  url?: string
}

export interface Renaming {
  title: string
  linkTitle?: string
  slug?: string
  url?: string
}

const NEW = 'new-page'
const nameOf = ({ linkTitle, title }: TreePage): string => linkTitle || title
const first = (pages: readonly TreePage[]): string => (pages[0] ? nameOf(pages[0]) : '')

/** What can be done with the pages of a tree. */
export function useTreeActions(content: TreeContent, current: TreePage | undefined) {
  const { pages, run } = useTreeEdits(content)
  const router = useRouter()
  const t = texts.arranging
  const go = (path: string) => router.history.push(content.addressOf(path))

  const move = (moved: readonly TreePage[], target: Target) => {
    const refusal = refusalOf(pages, moved, target)
    if (refusal) return void toast(t.refused[refusal])
    void run(planMove(pages, moved, target), { said: t.moved(first(moved), moved.length) })
  }

  const step = (page: TreePage, by: Step) => {
    const target = targetOfStep(pages, page.pageId, by)
    if (!target || refusalOf(pages, [page], target)) return void toast(t.cannotStep(nameOf(page)))
    const plan = planMove(pages, [page], target)
    const tree = new EditedTree(plan.pages(pages))
    const found = tree.find(page.pageId)
    const at = (found?.siblings.findIndex((node) => node.page.pageId === page.pageId) ?? 0) + 1
    const parent = found?.parent ? nameOf(found.parent.page) : undefined
    const message = t.stepped(nameOf(page), at, found?.siblings.length ?? 1, parent)
    void run(plan, { said: message, isStep: true })
  }

  const hide = (changed: readonly TreePage[], hidden: boolean) => {
    const plan = planUpdate(changed.map((page) => ({ page, after: { hidden }, before: { hidden: !hidden } })))
    const message = hidden ? t.hid : t.showed
    void run(plan, { said: message(first(changed), changed.length) })
  }

  const remove = (deleted: readonly TreePage[]) => {
    const gone = deleted.flatMap(({ pageId }) => subtreeOf(pages, pageId))
    void run(planDelete(pages, deleted), { said: t.deleted(first(deleted), gone.length) })
    if (!current || !gone.some(({ pageId }) => pageId === current.pageId)) return
    const left = ancestorsOf(pages, current.pageId).filter((page) => !gone.includes(page) && page.path)
    go(left.at(-1)?.path ?? '')
  }

  const rename = (page: TreePage, after: Renaming) => {
    const before: Renaming = { title: page.title }
    if (after.linkTitle !== undefined) before.linkTitle = page.linkTitle ?? ''
    if (after.slug !== undefined) before.slug = slugOfPath(page)
    if (after.url !== undefined) before.url = page.href ?? ''
    void run(planUpdate([{ page, after, before }]), { said: t.renamed(after.linkTitle || after.title) })
  }

  const insert = async ({ url, ...page }: NewPage, target: Target) => {
    const { parent, at } = new EditedTree(pages).spotAt(target)
    const inserted = { ...page, ref: NEW, into: parent, at, ...(url ? { target: { url } } : {}) }
    const edited = await run(planInsert([{ insertPage: inserted }], [NEW]), { said: t.created(page.title) })
    const path = edited?.results[0]?.page?.path
    if (path && page.type === 'DOCUMENT' && edited.changeRequest?.id === content.changeRequest?.id) {
      router.history.push(`${content.addressOf(path)}?edit=`)
    }
  }

  const duplicate = async (page: TreePage) => {
    const plan = await planDuplicate(pages, page).catch((error: Error) => error)
    if (plan instanceof Error) toast(t.failed(plan.message))
    else void run(plan, { said: t.duplicated(nameOf(page)) })
  }

  /** A new group at the top where the first page is, with the pages in it. */
  const group = (moved: readonly TreePage[], title: string) => {
    const top = moved[0] && (ancestorsOf(pages, moved[0].pageId)[0] ?? moved[0])
    const { at } = new EditedTree(pages).spotAt(top ? { page: top.pageId, where: 'before' } : null)
    const insertPage = { type: 'GROUP' as const, title, ref: NEW, at }
    const into = moved.map(({ pageId }) => ({ updatePage: { page: pageId, into: NEW } }))
    // The pages go back while the group is still there, which takes one place at the top.
    const back = planMove(pages, moved, null)
      .undo('', new Map())
      .map((change) => {
        const { updatePage } = change
        const isBehind = updatePage?.into === null && (updatePage.at ?? 0) >= at
        return isBehind ? { updatePage: { ...updatePage, at: (updatePage.at ?? 0) + 1 } } : change
      })
    const plan = planInsert([{ insertPage }, ...into], [NEW], back)
    void run(plan, { said: t.grouped(moved.length) })
  }

  return { pages, move, step, hide, remove, rename, insert, duplicate, group }
}

export type TreeActions = ReturnType<typeof useTreeActions>
