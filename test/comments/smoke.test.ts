import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
let t: TestApp
beforeAll(async () => { t = await startApp() })
afterAll(() => t.close())
it('posts', async () => {
  const org = await t.build.buildOrganization()
  const p = await t.build.buildPerson({ organizationId: org.id, role: 'comment' })
  const space = await t.build.buildSpace({ organizationId: org.id })
  const r = await fetch(`${t.origin}/v1/spaces/${space.id}/comments`, { method: 'POST', headers: { authorization: `Bearer ${p.token}`, 'content-type': 'application/json' }, body: JSON.stringify({ body: { markdown: 'hi **there**' } }) })
  console.log(r.status, await r.text())
  const l = await fetch(`${t.origin}/v1/spaces/${space.id}/comments?format=document&limit=2`, { headers: { authorization: `Bearer ${p.token}` } })
  console.log(l.status, await l.text(), t.faults)
  expect(r.status).toBe(200)
})
