import { useRouter } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { type EditablePlace, type Edited, editContent } from '../../../editor/editable-content.ts'
import { announce, toast } from '../../../parts/toasts.ts'
import { texts } from '../../../texts/index.ts'
import { changeAddressOf } from '../addresses.ts'
import type { TreeContent } from '../tree-content.ts'
import type { TreePage } from '../use-tree-pages.ts'
import type { Plan } from './plan-edits.ts'

interface Said {
  /** What has happened, for the message, and for the subject of a change request that begins with it. */
  said: string
  /** Said to screen readers only: one of many small steps, each of which is taken back by another one. */
  isStep?: boolean
}

export interface TreeEdits {
  /** The pages as they will be once the server has answered. */
  pages: readonly TreePage[]
  /** Sends a plan. Null if the server rejected it, which is said; the tree is then as it was. */
  run: (plan: Plan, said: Said) => Promise<Edited | null>
}

/** Changes the tree at once, and then the content, one change after the other. */
export function useTreeEdits(content: TreeContent): TreeEdits {
  const router = useRouter()
  const [pending, setPending] = useState<readonly Plan[]>([])
  const latest = useRef(content)
  latest.current = content
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)
  /** The revision after the last change, while the pages of it are not there yet. */
  const reached = useRef<{ place: EditablePlace; revision: string }>(undefined)
  /** Increased by a change that failed: those that were made on top of it are not sent. */
  const epoch = useRef(0)
  const shown = useMemo(
    () => pending.reduce((pages, plan) => plan.pages(pages), content.pages),
    [pending, content.pages],
  )

  const sendOne = async (plan: Plan, { said, isStep = false }: Said): Promise<Edited | null> => {
    const { revision, reread, ...place } = latest.current
    const from = reached.current ?? { place, revision }
    const edited = await editContent(from.place, {
      changes: plan.changes,
      expectedRevision: from.revision,
      subject: said,
    })
    const now = { ...place, changeRequest: edited.changeRequest }
    reached.current = { place: now, revision: edited.revision }
    if (isStep) announce(said)
    else
      toast(said, { label: texts.arranging.undo, run: () => void takeBack(plan, now, from.revision, edited) })
    if (edited.changeRequest && !place.changeRequest) {
      const path = edited.results.at(-1)?.page?.path ?? ''
      router.history.push(changeAddressOf(place.spaceId, edited.changeRequest.number, path))
    } else await reread()
    return edited
  }

  const takeBack = async (plan: Plan, place: EditablePlace, revision: string, edited: Edited) => {
    const inserted = new Map(edited.results.map(({ ref, subjectId }) => [ref ?? '', subjectId]))
    const changes = plan.undo(revision, inserted)
    try {
      await editContent(place, { changes, expectedRevision: edited.revision, subject: texts.arranging.undo })
      announce(texts.arranging.undone)
    } catch (error) {
      toast(texts.arranging.notUndone((error as Error).message))
    }
    await latest.current.reread()
  }

  const run: TreeEdits['run'] = (plan, said) => {
    const began = epoch.current
    const drop = () => setPending((all) => all.filter((one) => one !== plan))
    waiting.current++
    setPending((all) => [...all, plan])
    const done = queue.current.then(async () => {
      try {
        return began === epoch.current ? await sendOne(plan, said) : null
      } catch (error) {
        epoch.current++
        drop()
        toast(texts.arranging.failed((error as Error).message))
        await latest.current.reread()
        return null
      } finally {
        waiting.current--
        if (waiting.current === 0) reached.current = undefined
        drop()
      }
    })
    queue.current = done
    return done
  }

  return { pages: shown, run }
}
