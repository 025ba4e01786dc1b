import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { figure } from './figures.ts'
import { StallTarget } from './stalls.ts'

const BYTES = 1_000_000

let attacked: StallTarget
beforeAll(async () => {
  attacked = await StallTarget.start()
})
afterAll(() => attacked.end())

/** The clock ticks of Linux in which CPU time is counted. */
const TICK_MS = 10

/** CPU milliseconds of the server, with those of threads that have ended. */
function cpuOfServer(): number {
  const stat = readFileSync(`/proc/${attacked.target.process.child.pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

const paragraph = (n: number) =>
  `Paragraph ${n} with **bold** words, \`code\`, a [link](https://example.com/${n}) and more text to read.\n\n`

test('the blocks of a page of 1 MB are parsed and rendered once', async () => {
  const { spaceId, target } = attacked
  let markdown = ''
  for (let n = 0; markdown.length < BYTES - 200; n++) markdown += paragraph(n)
  const path = `/spaces/${spaceId}/content`
  await attacked.rest('POST', path, {
    changes: [{ operation: 'insert_page', title: 'Long', document: { markdown } }],
  })
  const { pages } = JSON.parse(await attacked.rest('GET', path)) as { pages: { id: string }[] }
  const read = async () => {
    const before = cpuOfServer()
    const text = await attacked.rest('GET', `${path}/page/${pages[0]?.id}/blocks`)
    const { blocks = [] } = JSON.parse(text) as { blocks?: object[] }
    expect(blocks.length, text.slice(0, 300)).toBeGreaterThan(5_000)
    return cpuOfServer() - before
  }
  let first = 0
  await attacked.measure('the blocks of a page of 1 MB', async () => {
    first = await read()
  })
  const again: number[] = []
  await attacked.measure('the blocks of a page of 1 MB, again', async () => {
    for (let run = 0; run < 5; run++) again.push(await read())
  })
  // What remains is reading the text and writing the response.
  figure(
    'CPU of the blocks of a page of 1 MB, read again, % of the first time',
    (100 * Math.min(...again)) / first,
    {
      below: 20,
    },
  )
  expect(target.bugs()).toEqual([])
})
