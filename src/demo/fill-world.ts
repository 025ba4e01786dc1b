import type { Caller } from '../core/operations/caller.ts'
import { callOperation, changeContent } from './call-operation.ts'
import { type DemoSpace, demoComments, demoSpaces } from './demo-spaces.ts'

interface WorldOptions {
  pages: number
  onProgress: (done: number, of: number) => void
}

interface WorldReport {
  organization: string
  spaces: number
  pages: number
  changeRequests: number
  comments: number
}

/** The number of changes of one batch. */
const BATCH = 50

/** Creates an organization with spaces of example pages, change requests and comments. */
export async function fillWorld(caller: Caller, { pages, onProgress }: WorldOptions): Promise<WorldReport> {
  const organization = await callOperation<{ id: string }>(caller, 'organizations.create', {
    title: 'Northwind Cloud',
  })
  const collection = await callOperation<{ id: string }>(caller, 'collections.create', {
    organizationId: organization.id,
    title: 'Products',
  })
  const report: WorldReport = {
    organization: organization.id,
    spaces: 0,
    pages: 0,
    changeRequests: 0,
    comments: 0,
  }
  for (const demo of demoSpaces(pages)) {
    const { title, emoji } = demo
    const parent = collection.id
    const space = await callOperation<{ id: string }>(caller, 'spaces.create', {
      organizationId: organization.id,
      title,
      emoji,
      parent,
    })
    report.spaces++
    const ids = await fillSpace(caller, space.id, demo, (done) => onProgress(report.pages + done, pages))
    report.pages += ids.length
    await proposeChanges(caller, space.id, ids, report)
  }
  return report
}

/** Writes the pages of a space, a section after the other. Returns their ids. */
async function fillSpace(
  caller: Caller,
  spaceId: string,
  { sections }: DemoSpace,
  onProgress: (done: number) => void,
): Promise<string[]> {
  const ids: string[] = []
  for (const section of sections) {
    const [group] = await changeContent(caller, { spaceId }, [
      { operation: 'insert_page', type: 'group', title: section.title },
    ])
    for (let at = 0; at < section.pages.length; at += BATCH) {
      const created = await changeContent(
        caller,
        { spaceId },
        section.pages.slice(at, at + BATCH).map(({ title, markdown }) => ({
          operation: 'insert_page',
          title,
          into: group?.id,
          document: { markdown },
        })),
      )
      ids.push(...created.map(({ id }) => id))
      onProgress(ids.length)
    }
  }
  return ids
}

/** Two change requests with an edited page and comments, one of them merged, and comments on pages. */
async function proposeChanges(
  caller: Caller,
  spaceId: string,
  pages: readonly string[],
  report: WorldReport,
): Promise<void> {
  for (const [index, page] of pages.slice(0, 2).entries()) {
    const { id: changeRequestId } = await callOperation<{ id: string }>(caller, 'changeRequests.create', {
      spaceId,
      subject: index === 0 ? 'Explain the defaults' : 'Shorten the first page',
    })
    const markdown = `This page was revised.\n\n## Defaults\n\nThe defaults fit most projects.\n`
    await changeContent(caller, { spaceId, changeRequestId }, [
      { operation: 'update_page', page, document: { markdown } },
    ])
    await callOperation(caller, 'changeRequests.update', { spaceId, changeRequestId, status: 'open' })
    report.changeRequests++
    await comment(caller, { spaceId, changeRequestId, page }, report)
    if (index === 0) await callOperation(caller, 'changeRequests.merge', { spaceId, changeRequestId })
  }
  for (const page of pages.slice(0, 3)) await comment(caller, { spaceId, page }, report)
}

async function comment(caller: Caller, place: object, report: WorldReport): Promise<void> {
  const markdown = demoComments[report.comments % demoComments.length]
  await callOperation(caller, 'comments.post', { ...place, body: { markdown } })
  report.comments++
}
