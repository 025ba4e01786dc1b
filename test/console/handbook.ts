import type { TestApp } from '../support/app.ts'
import { insertPages } from '../support/content.ts'
import type { Person } from '../support/factories.ts'
import { callRest } from '../support/rest-api.ts'

/** An organization whose people write a handbook: an admin, an editor, a commenter and a reader. */
export interface Handbook {
  organization: string
  ann: Person
  bo: Person
  cy: Person
  di: Person
  space: string
  /** Sends a REST request, and returns the body of the answer. */
  call: (who: Person, method: string, path: string, body?: object) => Promise<Record<string, unknown>>
}

export const INSTALL = `# Install

You need Node 20 and nothing else.

## Download

Download the archive, and unpack it where you like.

## Start

Run \`npm start\`, and open the printed address.

{% hint style="info" %}
The first start takes a minute.
{% endhint %}
`

export async function buildHandbook(t: TestApp): Promise<Handbook> {
  const { id: organization } = await t.build.buildOrganization({ title: 'Acme' })
  const person = async (displayName: string, role: 'admin' | 'edit' | 'comment' | 'read') => {
    const made = await t.build.buildPerson({ organizationId: organization, role })
    await t.db.database.prisma.user.update({ where: { id: made.user.id }, data: { displayName } })
    return made
  }
  const ann = await person('Ann Smith', 'admin')
  const bo = await person('Bo Chen', 'edit')
  const cy = await person('Cy Miller', 'comment')
  const di = await person('Di Rossi', 'read')
  const call: Handbook['call'] = async (who, method, path, body) => {
    const answer = await callRest(t, who, method, path, body === undefined ? {} : { body })
    if (answer.status >= 400) throw new Error(answer.trace)
    return (answer.body ?? {}) as Record<string, unknown>
  }
  const { id: space } = (await call(ann, 'POST', `/orgs/${organization}/spaces`, {
    title: 'Handbook',
    emoji: '1f4d6',
  })) as {
    id: string
  }
  await insertPages(t, ann, space, [
    { title: 'Welcome', markdown: '# Welcome\n\nThis is the handbook.\n\n- [Install](install.md)\n' },
    { title: 'Install', markdown: INSTALL },
    { title: 'Upgrade', markdown: '# Upgrade\n\nStop the server, replace the files, and start it again.\n' },
  ])
  return { organization, ann, bo, cy, di, space, call }
}
