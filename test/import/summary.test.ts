import { describe, expect, it } from 'vitest'
import { parseSummary } from '../../src/modules/import/tree/summary.ts'

/** Lines are compared where they matter. */
const withoutLines = (summary: unknown): unknown =>
  JSON.parse(
    JSON.stringify(summary, (key, value: unknown) =>
      ['line', 'lines', 'breaks', 'range'].includes(key) ? undefined : value,
    ),
  )

describe('a table of contents', () => {
  it('has pages, labels, links, groups and computed pages', () => {
    const text = `# Contents

[Preface](preface.md)

+ [One](./one.md "Short")
    + [Two](sub/two.md#part)
        + Label
            + [Three](<a b.md>)
+ [Mail](mailto:a@example.com)

## Group & \\*more\\* <a href="#g" id="g"></a>

- [\`code\` and **bold**](x%2Fy.md)
- \`\`\`yaml
  type: builtin:openapi
  props:
    models: true
  \`\`\`

***

* [After](after.md)
`
    expect(withoutLines(parseSummary(text))).toEqual({
      title: 'Contents',
      nodes: [
        { type: 'page', title: 'Preface', path: 'preface.md', children: [] },
        {
          type: 'page',
          title: 'One',
          linkTitle: 'Short',
          path: 'one.md',
          children: [
            {
              type: 'page',
              title: 'Two',
              path: 'sub/two.md',
              anchor: 'part',
              children: [
                {
                  type: 'label',
                  title: 'Label',
                  children: [{ type: 'page', title: 'Three', path: 'a b.md', children: [] }],
                },
              ],
            },
          ],
        },
        { type: 'link', title: 'Mail', url: 'mailto:a@example.com', children: [] },
        {
          type: 'group',
          title: 'Group & *more*',
          slug: 'g',
          children: [
            { type: 'page', title: 'code and bold', path: 'x/y.md', children: [] },
            { type: 'computed', source: { type: 'builtin:openapi', props: { models: true } }, children: [] },
          ],
        },
        { type: 'page', title: 'After', path: 'after.md', children: [] },
      ],
    })
  })

  it('has paths relative to the root when it is in a folder', () => {
    expect(parseSummary('* [A](a.md)\n* [B](../b.md)\n* [C](/c.md)', 'docs/SUMMARY.md').nodes).toMatchObject([
      { path: 'docs/a.md' },
      { path: 'b.md' },
      { path: 'c.md' },
    ])
  })

  it.each(['', '# Only a title', 'text', '* ', '***'])('without items is empty: %j', (text) => {
    expect(parseSummary(text).nodes).toEqual([])
  })
})
