import { expect, it } from 'vitest'
import { z } from 'zod'
import { Customization } from '../../src/modules/sites/customization/customization.schema.ts'
import { defaultCustomization } from '../../src/modules/sites/customization/defaults.ts'
import type { TestApp } from '../support/app.ts'
import { ownSites, type PublishedSiteInTest, page, type SiteOwner } from '../support/published-sites.ts'
import { callRest } from '../support/rest-api.ts'

let t: TestApp
let owner: SiteOwner
let site: PublishedSiteInTest

const GIF = 'R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs='
/** So that everything that a setting changes is on the page. */
const TEXT =
  'Begin with [us](https://example.com/), `code`, an ![image](https://example.com/a.png) and an icon.\n\n{% hint style="info" %}\nA hint.\n{% endhint %}'

ownSites(async (made) => {
  owner = made
  t = owner.t
  const space = await owner.space('Guide', [page('Start', TEXT), page('Setup', 'Set it up.')])
  site = await owner.site([space.id])
})

type Values = Record<string, unknown>

/** Other values of settings for which the schema alone does not say one. */
const OTHER: Record<string, unknown> = {
  title: 'Another title',
  'favicon.emoji': '📘',
  'footer.copyright': '© Acme',
  'privacyPolicy.url': 'https://example.com/privacy',
  'header.links': [{ title: 'Link', to: { kind: 'url', url: 'https://example.com/a' }, links: [] }],
  'footer.groups': [{ title: 'Group', links: [] }],
  'announcement.enabled': true,
  'announcement.message': 'Another message',
  'announcement.link': { title: 'More', to: { kind: 'url', url: 'https://example.com/b' } },
  'styling.tint.color': { light: '#123456', dark: '#654321' },
  'ai.integrationId': 'assistant',
  // If absent, images of other hosts are shown.
  'externalLinks.images': 'link',
  'insights.enabled': false,
}
/** Settings that have an effect only together with another one. */
const TINT = { color: { light: '#123456', dark: '#654321' } }
const WITH: Record<string, Values> = {
  'styling.background': { styling: { ...defaultCustomization.styling, tint: TINT } },
  'header.backgroundColor': { header: { ...defaultCustomization.header, preset: 'custom' } },
  'header.linkColor': { header: { ...defaultCustomization.header, preset: 'custom' } },
}
const ANNOUNCEMENT = { enabled: true, message: 'News', style: 'info' }
/** Shown only where a page has what they are about: test/git/published.test.ts, test/publishing/tried-requests.test.ts. */
const ELSEWHERE = new Set(['git.showEditLink', 'apis.proxy'])

function inner(schema: z.ZodType): z.ZodType {
  let each = schema
  while (each instanceof z.ZodOptional || each instanceof z.ZodNullable) each = each.unwrap() as z.ZodType
  return each
}

/** Every setting: groups are entered, and pairs of colours and of images are one. */
function settingsIn(schema: z.ZodObject, above: string[] = []): { path: string[]; schema: z.ZodType }[] {
  return Object.entries(schema.shape).flatMap(([name, given]) => {
    const path = [...above, name]
    const each = inner(given as z.ZodType)
    const isPair = each instanceof z.ZodObject && 'light' in each.shape
    return each instanceof z.ZodObject && !isPair && path.join('.') !== 'announcement.link'
      ? settingsIn(each, path)
      : [{ path, schema: each }]
  })
}

const valueAt = (values: Values, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Values | undefined)?.[name], values)

function withValue(values: Values, [name = '', ...rest]: readonly string[], value: unknown): Values {
  return {
    ...values,
    [name]: rest.length === 0 ? value : withValue((values[name] ?? {}) as Values, rest, value),
  }
}

async function othersOf(path: readonly string[], schema: z.ZodType, current: unknown): Promise<unknown[]> {
  const name = path.join('.')
  if (name in OTHER) return [OTHER[name]]
  if (schema instanceof z.ZodEnum) return schema.options.filter((value) => value !== current)
  if (schema instanceof z.ZodBoolean) return [!current]
  if (/Color$/.test(name)) return [{ light: '#0a7f3f', dark: '#7fd0a0' }]
  const { id } = await site.send('POST', '/images', { name: 'a.gif', base64: GIF })
  return [schema instanceof z.ZodObject ? { light: id, dark: id } : id]
}

/** Custom properties that no rule reads, also by way of others, are not shown. */
function withoutUnread(style: string): string {
  const left = style.replaceAll(/(--[\w-]+):[^;{}]*;?/g, (all, name: string) =>
    new RegExp(`var\\(${name}\\b`).test(style) ? all : '',
  )
  return left === style ? left : withoutUnread(left)
}

/** Classes of the page that the stylesheet does not name are not shown either. */
const withoutUnstyled = (body: string, style: string): string =>
  body.replace(/(<html[^>]* class=")([^"]*)/, (_, begin: string, classes: string) => {
    const styled = classes.split(' ').filter((name) => new RegExp(`\\.${name}(?![\\w-])`).test(style))
    return begin + styled.join(' ')
  })

/** Everything that a reader notices: the page, its styles, and what is sent with it. */
async function shown(): Promise<string> {
  const { body, headers } = await site.open('/')
  const [, href = ''] = /<link rel="stylesheet" href="[^"]*(\/~assets\/[^"]*)"/.exec(body) ?? []
  const style = withoutUnread((await site.open(href)).body)
  // The address of the stylesheet changes with all that is in it.
  const page = withoutUnstyled(body, style).replaceAll(href, '')
  return [page, style, headers['content-security-policy']].join('\n')
}

it('what readers see does not change by itself, or with what nothing reads', async () => {
  const first = await shown()
  await site.send('PUT', '/customization', { ...defaultCustomization, title: 'For a moment' })
  expect(await shown()).not.toBe(first)
  await site.send('PUT', '/customization', { ...defaultCustomization })
  expect(await shown()).toBe(first)
  expect(withoutUnread(':root{--a:1;--b:var(--a);--c:2}p{margin:var(--c)}')).toBe(
    ':root{--c:2}p{margin:var(--c)}',
  )
  expect(withoutUnstyled('<html lang="en" class="used unused">', '.used p{margin:0}')).toBe(
    '<html lang="en" class="used">',
  )
})

it('every setting of a customization changes what readers see, or is refused', async () => {
  const settings = settingsIn(Customization)
  expect(settings.length).toBeGreaterThan(40)
  const ignored: string[] = []
  for (const { path, schema } of settings) {
    const name = path.join('.')
    if (ELSEWHERE.has(name)) continue
    const base = { ...defaultCustomization, announcement: ANNOUNCEMENT, ...WITH[name] } as unknown as Values
    const before = name === 'announcement.enabled' ? withValue(base, path, false) : base
    await site.send('PUT', '/customization', before)
    const first = await shown()
    for (const value of await othersOf(path, schema, valueAt(before, path))) {
      const body = withValue(before, path, value)
      const answer = await callRest(t, owner.who, 'PUT', `${site.path}/customization`, { body })
      if (answer.status === 400) continue
      expect(answer.status, answer.trace).toBe(200)
      if ((await shown()) === first) ignored.push(`${name}: ${JSON.stringify(value)}`)
    }
  }
  expect(ignored).toEqual([])
}, 120_000)
