import { describe, expect, it } from 'vitest'
import { areShort } from '../../src/modules/documents/threads/reading-cost.ts'

const prose = 'A paragraph of plain words, as most pages have many, ends here.\n\n'

describe('texts that are parsed on the main thread', () => {
  it('are short prose, a heading and a few links', () => {
    const text = `# Title\n\nSee [the guide](guide.md) and *this*.\n\n${prose.repeat(30)}`
    expect(areShort(text)).toBe(true)
    expect(areShort(text, text)).toBe(false)
    expect(areShort(prose.repeat(70))).toBe(false)
  })

  it.each(['- a\n', '> a\n>> b\n', '|a|b|\n|-|-|\n', '*a* ', '[a](b) ', '`a` ', '<b>a</b> '])(
    'are not many of %j, which take longer to parse',
    (construct) => {
      expect(areShort(construct.repeat(400))).toBe(false)
    },
  )
})
