import { describe, expect, it } from 'vitest'
import { matches } from '../../src/modules/integrations/embeds/embed-of.ts'
import { appForFile } from '../support/app.ts'
import { queried } from '../support/graphql-request.ts'
import { insertInstallation, insertIntegration, insertPlacement } from '../support/integrations.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { callRest } from '../support/rest-api.ts'

const t = await appForFile()
const { read, organization, space } = await buildPeopleByRole(t)
const SELECTED = '{ type title site html integration block { blockId } }'

const ofSpace = async (url: string) =>
  (await callRest(t, read, 'GET', `/spaces/${space.id}/embed?url=${encodeURIComponent(url)}`)).body

describe('what a text shows of an address', () => {
  it('is a link, or the frame of a known service', async () => {
    const link = { type: 'link', title: 'A page', site: 'docs.example' }
    const url = 'https://www.docs.example/guide/A%20page/'
    const { body } = await callRest(t, read, 'GET', `/urls/embed?url=${encodeURIComponent(url)}`)
    expect(body).toEqual(link)
    expect(await queried(t, read, `{ embed(url: "${url}") ${SELECTED} }`)).toEqual({
      embed: { ...link, type: 'LINK', html: null, integration: null, block: null },
    })
    const shown = await ofSpace('https://www.youtube.com/watch?v=dQw4w9WgXcQ')
    expect(shown).toMatchObject({ type: 'rich', site: 'YouTube' })
    expect((shown as { html: string }).html).toMatch(
      /^<iframe src="https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ" title="YouTube"/,
    )
    expect((await callRest(t, read, 'GET', '/urls/embed?url=javascript:alert(1)')).status).toBe(400)
  })

  it('is the block of an integration that is installed on the space', async () => {
    const block = { id: 'pet', title: 'A pet', urlUnfurl: ['https://pets.example/*/show'] }
    const { id, name } = await insertIntegration(t, organization.id)
    await t.db.database.prisma.integration.update({ where: { id }, data: { blocks: [block] } })
    const url = 'https://pets.example/cats/1/show'
    const before = await ofSpace(url)
    expect(before).toMatchObject({ type: 'link' })
    await insertPlacement(t, await insertInstallation(t, id, organization.id), { spaceId: space.id })
    const embed = { type: 'integration', title: 'show', site: 'pets.example', integration: name, block }
    expect(await ofSpace(url)).toEqual(embed)
    expect(await ofSpace(`${url}s`)).toMatchObject({ type: 'link' })
    const query = `query($id: ID!) { space(id: $id) { embed(url: "${url}") ${SELECTED} } }`
    expect(await queried(t, read, query, { id: space.id })).toEqual({
      space: { embed: { ...embed, type: 'INTEGRATION', html: null, block: { blockId: 'pet' } } },
    })
  })
})

describe('a pattern of addresses', () => {
  it('matches its parts in their order, with anything for each *', () => {
    expect(matches('https://a.example/*', 'https://a.example/b/c')).toBe(true)
    expect(matches('https://*.example/x/*/y', 'https://a.example/x/1/2/y')).toBe(true)
    expect(matches('https://a.example/x*x', 'https://a.example/x')).toBe(false)
    expect(matches('https://a.example/b', 'https://a.example/bc')).toBe(false)
    expect(matches('https://a.example', 'https://a.example/')).toBe(true)
  })
})
