import { ratio } from './race.ts'
import { number, table, type Verdict } from './table.ts'
import type { WriteFindings } from './writes.ts'

const named = (results: WriteFindings['races'][number]['results'], name: string) =>
  results.find((result) => result.name === name)

function ratioOf({ results }: WriteFindings['races'][number]): number {
  const [gateway, bare] = [named(results, 'gateway'), named(results, 'bare')]
  return gateway && bare ? ratio(gateway, bare) : Number.NaN
}

export const writesReport = ({ races, costs }: WriteFindings): string =>
  [
    table(
      [
        'write, 16 connections',
        'layout',
        '',
        'requests/s',
        'p50 ms',
        'p99 ms',
        'CPU Node ms',
        'CPU PostgreSQL ms',
        'of bare',
      ],
      races.flatMap((each) =>
        each.results.map((result) => [
          each.what,
          each.layout,
          result.name,
          number(result.perSecond),
          number(result.p50),
          number(result.p99),
          number(result.nodeMs, 2),
          number(result.postgresMs, 2),
          result.name === 'gateway' ? number(ratioOf(each), 2) : '',
        ]),
      ),
    ),
    table(
      [
        'one write on an idle server',
        'statements',
        'round trips',
        'round trips under lock',
        'ms under lock',
        'p50 ms',
        'ms of its statements',
      ],
      costs.map((cost) => [
        cost.what,
        String(cost.statements),
        String(cost.trips),
        String(cost.tripsUnderLock),
        number(cost.msUnderLock, 2),
        number(cost.p50, 2),
        number(cost.ownMs, 2),
      ]),
    ),
  ].join('\n\n')

const TARGETS: Record<string, { statements: number; tripsUnderLock?: number; timesOwn?: number }> = {
  'post a comment': { statements: 7, tripsUnderLock: 2 },
  'edit one page in a change request': { statements: 12 },
  'merge 10 pages, main content unchanged': { statements: 30, timesOwn: 3 },
}

export function writesVerdicts({ races, costs }: WriteFindings): Verdict[] {
  const speed = races
    .filter(({ what }) => what === 'post a comment')
    .map((each): Verdict => {
      const value = ratioOf(each)
      return {
        what: `writes: ${each.what}, ${each.layout}, requests/s of the bare handler`,
        measured: number(value, 2),
        target: '≥ 0.8',
        met: value >= 0.8,
      }
    })
  const most = (what: string, measured: number, target: number | undefined, digits = 0): Verdict[] =>
    target === undefined
      ? []
      : [
          {
            what: `writes: ${what}`,
            measured: number(measured, digits),
            target: `≤ ${target}`,
            met: measured <= target,
          },
        ]
  const counted = costs.flatMap(({ what, statements, tripsUnderLock, p50, ownMs }) => {
    const target = TARGETS[what]
    return [
      ...most(`statements, ${what}`, statements, target?.statements),
      ...most(`round trips under lock, ${what}`, tripsUnderLock, target?.tripsUnderLock),
      ...most(`p50 / time of its statements, ${what}`, p50 / ownMs, target?.timesOwn, 2),
    ]
  })
  return [...speed, ...counted]
}
