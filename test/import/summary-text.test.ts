import { describe, expect, it } from 'vitest'
import type { OutlineItem } from '../../src/modules/import/repository/outline-item.ts'
import { type SummaryTask, summaryText } from '../../src/modules/import/repository/summary-text.ts'

const page = (path: string, pages: OutlineItem[] = []): OutlineItem => ({
  type: 'document',
  title: path,
  path,
  hasOwnTitle: true,
  pages,
})

const text = (entries: string) => `# Contents\n\n${entries}`

const written = (task: Partial<SummaryTask> & { outline: OutlineItem[] }): Promise<string | undefined> =>
  summaryText({
    path: 'SUMMARY.md',
    root: '',
    text: undefined,
    gone: [],
    refused: [],
    isPartial: false,
    ...task,
  })

describe('a table of contents', () => {
  it('keeps every byte while it lists the same pages', async () => {
    const current = text('- [A](a.md)\n- [Missing](missing.md)\n- [Again](a.md#part)\n    - [B](b.md)\n')
    expect(await written({ outline: [page('a.md', [page('b.md')])], text: current })).toBeUndefined()
  })

  it('keeps entries that have no page when it is written again, and removes those of deleted pages', async () => {
    const current = text(
      '* [First](missing-1.md)\n* [*A*](a.md)\n  * [Missing](missing-2.md "Label")\n  * [B](b.md)\n  * [A again](a.md#part)\n* [Deleted](deleted.md)\n* [Latin](latin.md)\n  * [C](c.md)\n',
    )
    const outline = [page('a.md', [page('b.md'), page('new.md')]), page('c.md'), page('last.md')]
    const after = await written({ outline, text: current, gone: ['deleted.md'], refused: ['latin.md'] })
    expect(after).toBe(
      text(
        '* [First](missing-1.md)\n* [*A*](a.md)\n  * [Missing](missing-2.md "Label")\n  * [B](b.md)\n  * [A again](a.md#part)\n  * [new.md](new.md)\n* [Latin](latin.md)\n  * [C](c.md)\n* [last.md](last.md)\n',
      ),
    )
    // Written once, it lists the same pages.
    expect(
      await written({ outline, text: after, gone: ['deleted.md'], refused: ['latin.md'] }),
    ).toBeUndefined()
  })

  it('keeps entries below labels with the same text apart', async () => {
    const current = text('* Part\n  * [A](a.md)\n  * [X](x.md)\n* Part\n  * [B](b.md)\n')
    const part = (...pages: OutlineItem[]): OutlineItem => ({ type: 'document', title: 'Part', pages })
    const outline = [part(page('a.md')), part(page('b.md'), page('c.md'))]
    expect(await written({ outline, text: current })).toBe(
      text('* Part\n  * [A](a.md)\n  * [X](x.md)\n* Part\n  * [B](b.md)\n  * [c.md](c.md)\n'),
    )
  })

  it('keeps computed pages that could not be imported', async () => {
    const source = '* ```yaml\n  type: builtin:openapi\n  props: {}\n  dependencies:\n    spec: pets\n  ```\n'
    const current = text(`* [A](a.md)\n${source}`)
    const outline = [page('a.md'), page('new.md')]
    const expected = text(`* [A](a.md)\n${source}* [new.md](new.md)\n`)
    expect(await written({ outline, text: current, isPartial: true })).toBe(expected)
    expect(await written({ outline, text: current })).toBe(text('* [A](a.md)\n* [new.md](new.md)\n'))
  })
})
