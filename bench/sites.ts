import { INTEGRATIONS_OF_SITE } from '../src/modules/integrations/installations/scripts.ts'
import { BY_ID } from '../src/modules/site-visitors/admission.ts'
import { GROUPS, OF_SECTIONS, SITE_SPACES } from '../src/modules/site-visitors/visible-structure.ts'
import { OF_WHOLE_SITE } from '../src/modules/sites/customization/customization.loaders.ts'
import { type Child, startScript } from './children.ts'
import { CONTENT_TOKEN } from './content-seed.ts'
import type { BenchServer } from './database.ts'
import { type Entry, type Result, race, ratio } from './race.ts'
import { askRest } from './rest.ts'
import { type SeededSite, seedSite } from './sites-seed.ts'
import { resetStatements, statementsSinceReset } from './statements.ts'
import { number, table, type Verdict } from './table.ts'

const SIZES = [10, 500]
const PER_SECTION = 4

/** The cost of one request to a site with this number of sections. */
interface SiteCost {
  what: string
  sections: number
  statements: number
  rows: number
  /** The rows in the response. */
  shown: number
  limit: number
}

export interface SiteFindings {
  costs: SiteCost[]
  /** By the number of sections: the gateway and the bare handler. */
  published: { sections: number; results: Result[] }[]
}

interface Pace {
  rounds: number
  seconds: number
}

/** Measures sites of several sizes, for members and visitors. */
export async function measureSites(
  { client, postmaster, url }: BenchServer,
  gateway: Child,
  publicUrl: string,
  pace: Pace,
): Promise<SiteFindings> {
  const call = <Body>(method: string, path: string, body?: object, token: string | null = CONTENT_TOKEN) =>
    askRest<Body>(gateway, method, path, body, token)
  const { body: organizations } = await call<{ items: { id: string }[] }>('GET', '/orgs')
  const org = organizations.items[0]?.id ?? ''
  const bare = await startScript('bare', 'contestants/bare-published.mjs', { DATABASE_URL: url })
  const loader = await startScript('load', 'load.mjs')
  const findings: SiteFindings = { costs: [], published: [] }
  for (const sections of SIZES) {
    const site = await seedSite(client, org, { sections, siteSpaces: PER_SECTION })
    await client.query('ANALYZE')
    const path = `/orgs/${org}/sites/${site.id}`
    const all = sections * (1 + PER_SECTION)
    const cost = async (what: string, limit: number, shown: number, ask: () => Promise<unknown>) => {
      for (let n = 0; n < 3; n++) await ask()
      await resetStatements(client)
      await ask()
      const { calls, rows } = await statementsSinceReset(client)
      findings.costs.push({ what, sections, statements: calls, rows, shown, limit })
    }
    await cost('structure', 8, all, () => call('GET', `${path}/structure`))
    await cost('published, member', 8, all, () => call('GET', `${path}/published`))
    await cost('published, visitor', 8, all, () => call('GET', `${path}/published`, undefined, null))
    await cost('sort', 12, 1 + PER_SECTION, () => call('PATCH', `${path}/structure/sort`, swap(site)))
    const address = { url: `${publicUrl}/sites/${org}/${site.id}/s${sections - 1}/v2/` }
    await cost('resolve, visitor', 12, 1, () => call('POST', '/urls/published', address, null))
    findings.published.push({
      sections,
      results: await raced(
        { gateway, bare, path: `/v1${path}/published`, site },
        { ...pace, loader, postmaster },
      ),
    })
  }
  await bare.stop()
  await loader.stop()
  return findings
}

/** Moves the first section after the second one. */
function swap({ sectionIds }: SeededSite): object {
  const [first, second] = sectionIds
  sectionIds.splice(0, 2, second ?? '', first ?? '')
  return {
    item: { type: 'site-section', id: first },
    position: { after: { type: 'site-section', id: second } },
  }
}

/** The bare handler sends the statements of the gateway. */
async function raced(
  { gateway, bare, path, site }: { gateway: Child; bare: Child; path: string; site: SeededSite },
  pace: Parameters<typeof race>[1],
): Promise<Result[]> {
  const bytes = Buffer.byteLength(await (await fetch(gateway.origin + path)).text())
  const statements = [
    { ...BY_ID, values: [null, null, site.id] },
    ...[OF_WHOLE_SITE, INTEGRATIONS_OF_SITE, SITE_SPACES, OF_SECTIONS, GROUPS].map((each) => ({
      ...each,
      values: [site.id],
    })),
  ]
  await bare.ask({ statements, bytes })
  const entries: Entry[] = [
    { name: 'gateway', server: gateway, path },
    { name: 'bare', server: bare, path: '/' },
  ]
  return race(entries, pace)
}

const ratioOf = ([gateway, bare]: Result[]): number => (gateway && bare ? ratio(gateway, bare) : Number.NaN)

export const sitesReport = ({ costs, published }: SiteFindings): string =>
  [
    table(
      ['site', 'sections', 'statements', 'rows read', 'rows shown'],
      costs.map((cost) => [
        cost.what,
        String(cost.sections),
        String(cost.statements),
        String(cost.rows),
        String(cost.shown),
      ]),
    ),
    table(
      [
        'published, visitor',
        'sections',
        'requests/s',
        'CPU Node ms',
        'CPU PostgreSQL ms',
        'kB',
        'of the bare handler',
      ],
      published.flatMap(({ sections, results }) =>
        results.map((result) => [
          result.name,
          String(sections),
          number(result.perSecond),
          number(result.nodeMs, 2),
          number(result.postgresMs, 2),
          number(result.bytes / 1000, 0),
          result.name === 'bare' ? '' : number(ratioOf(results), 2),
        ]),
      ),
    ),
  ].join('\n\n')

export function sitesVerdicts({ costs, published }: SiteFindings): Verdict[] {
  const statements = [...new Set(costs.map(({ what }) => what))].map((what): Verdict => {
    const own = costs.filter((cost) => cost.what === what)
    const counts = own.map((cost) => cost.statements)
    const limit = own[0]?.limit ?? 0
    return {
      what: `sites: statements of ${what}, ${SIZES.join(' and ')} sections`,
      measured: counts.join(' and '),
      target: `≤ ${limit}, the same`,
      met: new Set(counts).size === 1 && counts.every((count) => count <= limit),
    }
  })
  const rows = costs.map(
    ({ what, sections, rows: read, shown }): Verdict => ({
      what: `sites: rows read by ${what}, ${sections} sections`,
      measured: `${read} of ${shown}`,
      target: '≤ 1.1 × shown + 20',
      met: read <= 1.1 * shown + 20,
    }),
  )
  const speed = published.map(
    ({ sections, results }): Verdict => ({
      what: `sites: requests/s of published for a visitor, ${sections} sections`,
      measured: `${number(ratioOf(results), 2)} × bare`,
      target: '≥ 0.6 × bare',
      met: ratioOf(results) >= 0.6,
    }),
  )
  return [...statements, ...rows, ...speed]
}
