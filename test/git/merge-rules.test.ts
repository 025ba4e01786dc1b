import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callRest } from '../support/rest-api.ts'
import { GitSpace, type GitWorld, startGitWorld, TIME_LIMIT_MS } from './git-space.ts'

let world: GitWorld
beforeAll(async () => {
  world = await startGitWorld()
})
afterAll(() => world.close())

async function spaceWithRules(rules: object[]): Promise<GitSpace> {
  const space = await GitSpace.create(world)
  const body = { mergeRules: { type: 'rules', rules } }
  const answer = await callRest(world.t, world, 'PATCH', `/spaces/${space.id}`, { body })
  if (answer.status !== 200) throw new Error(answer.trace)
  return space
}

describe('an import from Git into a space with merge rules', () => {
  it(
    'fails, names the rules, and changes nothing; an admin who bypasses them leaves an event',
    async () => {
      const repository = world.server.repository('ruled')
      repository.push({ 'README.md': '# Home\n' })
      const space = await spaceWithRules([{ rule: 'require_approvals', count: 1 }])
      const failed = await space.import(repository.url)
      expect(failed).toMatchObject({ state: 'failure' })
      expect(failed.error).toMatch(/require_approvals.*bypassRules/)
      expect(await space.pages()).toEqual([])

      expect(await space.import(repository.url, { bypassRules: true })).toMatchObject({
        state: 'success',
        result: 'applied',
      })
      expect(await space.pages()).toHaveLength(1)
      const events = await world.t.db.database.prisma.event.findMany({
        where: { spaceId: space.id, type: 'git.rules_bypassed' },
      })
      expect(events.map(({ actorId, subject }) => ({ actorId, subject }))).toEqual([
        {
          actorId: world.userId,
          subject: { gitOperation: expect.any(String), rules: 'require_approvals' },
        },
      ])
    },
    TIME_LIMIT_MS,
  )

  it(
    'fails as a dry run too, which an admin who would bypass them is told',
    async () => {
      const repository = world.server.repository('ruled-dry')
      repository.push({ 'README.md': '# Home\n' })
      const space = await spaceWithRules([{ rule: 'require_approvals', count: 1 }])
      const dry = (more: object) => space.import(repository.url, { dryRun: true, ...more })
      const failed = await dry({})
      expect(failed).toMatchObject({ state: 'failure' })
      expect(failed.error).toMatch(/require_approvals.*bypassRules/)
      expect(await dry({ bypassRules: true })).toMatchObject({ state: 'success', result: 'applied' })
      expect(await dry({ standalone: true })).toMatchObject({ state: 'success', result: 'applied' })
      expect(await space.pages()).toEqual([])
      const where = { spaceId: space.id, type: 'git.rules_bypassed' }
      expect(await world.t.db.database.prisma.event.count({ where })).toBe(0)
      await space.import(repository.url, { bypassRules: true })
      expect(await dry({})).toMatchObject({ state: 'success', result: 'unchanged' })
    },
    TIME_LIMIT_MS,
  )

  it(
    'cannot be made to bypass them by who is no admin, unless a rule names the user',
    async () => {
      const { organizationId } = world
      const { token, user } = await world.t.build.buildPerson({ organizationId, role: 'create' })
      const repository = world.server.repository('ruled-for-others')
      repository.push({ 'README.md': '# Home\n' })
      const rules = [{ rule: 'require_approvals', count: 1 }]
      const { id } = await spaceWithRules(rules)
      const space = new GitSpace(world, id, token)
      expect(await space.import(repository.url, { bypassRules: true })).toMatchObject({ state: 'failure' })
      const body = {
        mergeRules: { type: 'rules', rules: [...rules, { rule: 'allow_bypass', users: [user.id] }] },
      }
      await callRest(world.t, world, 'PATCH', `/spaces/${id}`, { body })
      expect(await space.import(repository.url, { bypassRules: true })).toMatchObject({ state: 'success' })
    },
    TIME_LIMIT_MS,
  )
})
