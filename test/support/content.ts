import type { TestApp } from './app.ts'
import { callRest } from './rest-api.ts'

export type Change = { operation: string } & Record<string, unknown>

/** Changes main content by one batch, and returns the ids of the changed pages, in order. */
export async function changeContent(
  t: TestApp,
  who: { token: string },
  spaceId: string,
  changes: Change[],
): Promise<string[]> {
  const body = { changes, compat: false }
  const answer = await callRest(t, who, 'POST', `/spaces/${spaceId}/content`, { body })
  if (answer.status !== 200) throw new Error(answer.trace)
  const { changes: done } = answer.body as { changes: { page?: { id: string } | string }[] }
  return done.map(({ page }) => (typeof page === 'object' ? page.id : (page ?? '')))
}

export interface NewPage {
  title: string
  markdown?: string
  [member: string]: unknown
}

/** Inserts pages into main content, and returns their ids. */
export const insertPages = (t: TestApp, who: { token: string }, spaceId: string, pages: NewPage[]) =>
  changeContent(
    t,
    who,
    spaceId,
    pages.map(({ markdown, ...page }) => ({
      operation: 'insert_page',
      ...page,
      ...(markdown === undefined ? {} : { document: { markdown } }),
    })),
  )
