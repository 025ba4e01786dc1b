import type { ImportCost, ImportFindings } from './imports.ts'
import { number, table, type Verdict } from './table.ts'

export const importsReport = ({ first, sizes }: ImportFindings): string =>
  table(
    [
      'imports',
      'pages',
      'ms',
      'CPU ms/page',
      'statements',
      'longest work of the main thread ms',
      'rows',
      'rows written bare ms',
    ],
    [
      ...(first ? [[...costCells('first import of the node', first.pages, first), '–', '–']] : []),
      ...sizes.map(({ pages, imported }) => [
        ...costCells('first import of an archive', pages, imported),
        '–',
        '–',
      ]),
      ...sizes.map(({ pages, merged, rows, bareMs }) => [
        ...costCells('merge of its pages', pages, merged),
        number(rows, 0),
        number(bareMs, 0),
      ]),
    ],
  )

const costCells = (what: string, pages: number, { ms, cpu, statements, stallMs }: ImportCost): string[] => [
  what,
  number(pages, 0),
  number(ms, 0),
  number(cpu / pages, 2),
  number(statements, 0),
  number(stallMs, 0),
]

const MERGED_PAGES = 1_000
const MAX_TIMES_BARE = 1.5
const MAX_STALL_MS = 50

export function importsVerdicts({ sizes }: ImportFindings): Verdict[] {
  if (sizes.length === 0) return []
  const perPage = sizes.map(({ pages, imported }) => imported.cpu / pages)
  const flat = Math.max(...perPage) / Math.min(...perPage)
  const stall = Math.max(...sizes.flatMap(({ imported, merged }) => [imported.stallMs, merged.stallMs]))
  const one = sizes.find(({ pages }) => pages === MERGED_PAGES)
  return [
    {
      what: 'imports: CPU per page of the first import, largest to smallest of all sizes',
      measured: `${number(flat, 2)}×`,
      target: '≤ 1.5×',
      met: flat <= 1.5,
    },
    ...(one
      ? [
          {
            what: `imports: merging ${MERGED_PAGES} new pages`,
            measured: `${number(one.merged.ms / 1000, 2)} s`,
            target: '≤ 3 s',
            met: one.merged.ms <= 3_000,
          },
          {
            what: `imports: merging ${MERGED_PAGES} new pages, relative to writing the same rows bare`,
            measured: `${number(one.merged.ms / one.bareMs, 2)}×`,
            target: `≤ ${MAX_TIMES_BARE}×`,
            met: one.merged.ms <= MAX_TIMES_BARE * one.bareMs,
          },
        ]
      : []),
    {
      what: 'imports: the longest work of the main thread',
      measured: `${number(stall, 0)} ms`,
      target: `≤ ${MAX_STALL_MS} ms`,
      met: stall <= MAX_STALL_MS,
    },
  ]
}
