import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { siteAssets } from '../../src/modules/publishing/assets/assets.ts'
import { lookOf } from '../../src/modules/site-rendering/theme/look.ts'
import { defaultCustomization } from '../../src/modules/sites/customization/defaults.ts'
import { projectRoot } from '../../src/platform/project-root.ts'
import { appForFile } from '../support/app.ts'

const t = await appForFile()
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(t.origin + path, { headers, redirect: 'manual' })

const withoutNonce = (html: string) => html.replace(/ nonce="[^"]+"/, '')
const appScript = async () => /~assets\/(app-[^"]+\.js)"/.exec(await (await get('/app/')).text())?.[1] ?? ''

describe('addresses below /app/', () => {
  it.each([
    '/app',
    '/app/',
    '/app/sign-in',
    '/app/join/org_1',
    '/app/o/org_1/people',
    '/app/s/spc_1/~changes',
  ])('%s answers with the same HTML as its kind, which nobody keeps', async (path) => {
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.getSetCookie()).toEqual([])
    // Pages for people who are not signed in yet load less than the app.
    const same = /sign-in|join/.test(path) ? '/app/sign-in' : '/app/'
    expect(withoutNonce(await response.text())).toBe(withoutNonce(await (await get(same)).text()))
  })

  it('have a policy without inline scripts, other hosts and frames', async () => {
    const policy = (await get('/app/')).headers.get('content-security-policy') ?? ''
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "frame-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
    ]) {
      expect(policy.split('; ')).toContain(part)
    }
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
  })

  it('allow styles of scripts by a nonce that every response has one of', async () => {
    const nonces = await Promise.all(
      ['/app/', '/app/'].map(async (path) => {
        const response = await get(path)
        const [, nonce = ''] = /<meta property="csp-nonce" nonce="([^"]+)">/.exec(await response.text()) ?? []
        expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/)
        expect(response.headers.get('content-security-policy')).toContain(
          `style-src 'self' 'nonce-${nonce}';`,
        )
        return nonce
      }),
    )
    expect(new Set(nonces).size).toBe(2)
  })

  it('name the build of the console, like all answers to it', async () => {
    const page = await get('/app/')
    const build = page.headers.get('x-quire-build') ?? ''
    expect(await page.text()).toContain(`<meta name="quire-build" content="${build}">`)
    expect(build).toMatch(/^[0-9a-f]{16}$/)
    const answer = await get('/graphql', { 'x-quire-console': '1' })
    expect(answer.headers.get('x-quire-build')).toBe(build)
    expect((await get('/graphql')).headers.get('x-quire-build')).toBeNull()
  })

  it('give source maps to operators only', async () => {
    const script = await appScript()
    const path = `/app/~assets/${script}.map`
    const operator = await t.build.buildPerson()
    await t.db.database.prisma.user.update({ where: { id: operator.user.id }, data: { isOperator: true } })
    const person = await t.build.buildPerson()
    const as = ({ token }: { token: string }) => get(path, { authorization: `Bearer ${token}` })
    expect((await get(path)).status).toBe(404)
    expect((await as(person)).status).toBe(404)
    const map = await as(operator)
    expect([map.status, map.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(((await map.json()) as { sources: string[] }).sources.join()).toContain('app/main.tsx')
    expect(await (await get(`/app/~assets/${script}`)).text()).not.toContain('sourceMappingURL')
  })

  it.each(['/app/~auth/nothing', '/app/~assets/nothing.js', '/app/~nothing'])(
    '%s does not exist',
    async (path) => {
      expect((await get(path)).status).toBe(404)
    },
  )

  it('load assets that are compressed and never change', async () => {
    const html = await (await get('/app/')).text()
    const paths = [...html.matchAll(/(?:src|href)="(\/app\/~assets\/[^"]+)"/g)].map(([, path = '']) => path)
    expect(paths.length).toBeGreaterThanOrEqual(5)
    for (const path of paths) {
      const response = await get(path, { 'accept-encoding': 'br' })
      expect([path, response.status]).toEqual([path, 200])
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      if (/main-.+\.(js|css)$/.test(path)) expect(response.headers.get('content-encoding')).toBe('br')
    }
  })
})

it('the console has the colours of published sites', () => {
  const { stylesheet } = lookOf(defaultCustomization, siteAssets())
  const [, light = '', dark = ''] = /:root\{(.+?)\}.*?:root\[data-theme=dark\]\{(.+?)\}/s.exec(
    Buffer.from(stylesheet.body).toString(),
  ) as RegExpExecArray
  const tokensIn = (css: string) =>
    [...css.matchAll(/(--[\w-]+): ?(#\w+)/g)].map(([, name, value]) => `${name}:${value}`)
  for (const file of ['pages/styles/tokens.css', 'pages/styles/text-tokens.css']) {
    const text = readFileSync(join(projectRoot, 'src/console', file), 'utf8')
    const [own = '', ownDark = ''] = text.split('data-theme')
    expect(tokensIn(own).length).toBeGreaterThan(20)
    expect(light.split(';')).toEqual(expect.arrayContaining(tokensIn(own)))
    expect(dark.split(';')).toEqual(expect.arrayContaining(tokensIn(ownDark)))
  }
})

it('the console defines every colour that the styles of texts on published sites use', () => {
  const read = (file: string) => readFileSync(join(projectRoot, 'src', file), 'utf8')
  const names = ['1-parts', '4-text', '5-blocks', '6-openapi']
  const texts = names.map((name) => read(`modules/publishing/assets/styles/${name}.css`)).join('')
  const console = [
    'pages/styles/tokens.css',
    'pages/styles/text-tokens.css',
    'app/styles/base.css',
    'app/styles/text.css',
  ]
  const defined = console.map((name) => read(`console/${name}`)).join('')
  const used = new Set([...texts.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name))
  expect([...used].filter((name) => !defined.includes(`${name}:`))).toEqual([])
})
