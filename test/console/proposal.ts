import type { TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import type { Handbook } from './handbook.ts'

/** A change request of the editor Bo in the handbook. */
export interface Proposal {
  id: string
  number: number
  /** The path of the screen, below `/app/`. */
  path: string
  /** The path in the REST API. */
  api: string
  /** The ids of the pages of the handbook, by title. */
  pages: Record<string, string>
  /** Changes content of the change request. */
  change: (who: Person, changes: object[]) => Promise<void>
}

/** Opens a change request in which Bo rewords a page, adds one and moves another. */
export async function buildProposal(_t: TestApp, book: Handbook, status = 'open'): Promise<Proposal> {
  const { call, space, bo } = book
  const { pages: listed } = (await call(bo, 'GET', `/spaces/${space}/content`)) as {
    pages: { id: string; title: string }[]
  }
  const pages = Object.fromEntries(listed.map(({ id, title }) => [title, id]))
  const made = await call(bo, 'POST', `/spaces/${space}/change-requests`, {
    subject: 'Shorten the install guide',
    description: 'It was **too long**.',
  })
  const { id, number } = made as { id: string; number: number }
  const api = `/spaces/${space}/change-requests/${id}`
  const change: Proposal['change'] = async (who, changes) => {
    await call(who, 'POST', `${api}/content`, { changes })
  }
  await change(bo, [
    { operation: 'update_page', page: pages.Install, document: { markdown: INSTALL } },
    { operation: 'insert_page', title: 'Checklist', document: { markdown: '# Checklist\n\n- Read it\n' } },
    { operation: 'update_page', page: pages.Upgrade, into: pages.Install },
  ])
  if (status !== 'draft') await call(bo, 'PATCH', api, { status })
  return { id, number, path: `s/${space}/changes/${number}`, api, pages, change }
}

const INSTALL = `# Install

You need Node 20 and a database.

## Download

Download the archive, and unpack it where you like.

## Start

Run \`npm start\`, and open the printed address.

{% hint style="info" %}
The first start takes a minute.
{% endhint %}
`
