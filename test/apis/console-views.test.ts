import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OperationDefinitionNode, parse, print, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { graphqlSchema } from '../../src/graphql/schema.ts'
import { modules } from '../../src/modules/index.ts'
import { projectRoot } from '../../src/platform/project-root.ts'
import { appForFile } from '../support/app.ts'
import { queried } from '../support/graphql-request.ts'
import { fillSpace } from '../support/main-content.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'

const file = join(projectRoot, 'test/apis/console-documents/views.graphql')
const documents = parse(readFileSync(file, 'utf8')).definitions.map((definition) => {
  const { name, operation } = definition as OperationDefinitionNode
  return { name: name?.value ?? '', operation, text: print(definition) }
})

const t = await appForFile()
const cast = await buildPeopleByRole(t)
const { prisma } = t.db.database

/** A space with content and a change request with a page, a thread and a review; and a site. */
async function world() {
  const organizationId = cast.organization.id
  const { id: space, revisionId: rev } = await t.build.buildSpace({ organizationId })
  const { pageId: page, fileId } = await fillSpace(t, space, () => 'Words')
  const { id: changeRequest } = await t.build.buildChangeRequest({ spaceId: space })
  const comment = await t.build.buildComment({ changeRequestId: changeRequest })
  await t.build.buildReply({ commentId: comment.id })
  await t.build.buildReview({ changeRequestId: changeRequest, reviewerId: cast.admin.user.id })
  const { id: site } = await prisma.site.create({
    data: { id: newId('Site'), organizationId, title: 'Docs' },
  })
  const earlier = await prisma.space.findUniqueOrThrow({ where: { id: space } })
  return { space, rev, page, changeRequest, site, file: fileId, current: earlier.revisionId }
}

describe('the documents with which the console shows history, changes and presence', () => {
  it.each(documents)('$name is valid', ({ text }) => {
    expect(validate(graphqlSchema(modules), parse(text)).map(({ message }) => message)).toEqual([])
  })

  // Resolving a conflict and the subscriptions have tests of their own, and the page is in no earlier revision.
  const executed = documents.filter(
    ({ name, operation }) => operation !== 'subscription' && !['Resolve', 'RestorePage'].includes(name),
  )

  it.each(executed)('$name is answered', async ({ text }) => {
    const names = await world()
    const variables = { ...names, viewed: true, name: 'a.txt', title: 'Docs', client: 'tab' }
    const declared = [...text.matchAll(/\$(\w+): /g)].map(([, name = '']) => name)
    const given = Object.fromEntries(Object.entries(variables).filter(([name]) => declared.includes(name)))
    const data = await queried<Record<string, unknown>>(t, cast.admin, text, given)
    expect(Object.values(data)).not.toContain(null)
  })
})
