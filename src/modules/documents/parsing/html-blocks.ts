import { htmlFlow } from 'micromark-core-commonmark'
import { isBlank, isLineEnding } from './characters.ts'
import type { Construct, SyntaxExtension } from './syntax.ts'
import { tagLine } from './tags.ts'

const less = 60
const maxIndent = 3

/** The line ending before a line that contains only a tag. */
const beforeTagLine: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    let indent = 0
    const start: typeof ok = (code) => {
      if (isBlank(code) && indent < maxIndent) {
        indent += 1
        effects.consume(code)
        return start
      }
      effects.exit('linePrefix')
      return tagLine.tokenize.call(this, effects, ok, nok)(code)
    }
    return (code) => {
      if (!isLineEnding(code)) return nok(code)
      effects.enter('lineEnding')
      effects.consume(code)
      effects.exit('lineEnding')
      effects.enter('linePrefix')
      return start
    }
  },
}

/**
 * HTML blocks that a tag line ends as a blank line does: authors write `{% endstep %}` right below `</figure>`. Blocks
 * that end at their own closing mark, such as comments and `<pre>`, can contain tag lines.
 */
export const htmlBlockSyntax: SyntaxExtension = {
  disable: { null: [htmlFlow.name ?? ''] },
  flow: {
    [less]: {
      ...htmlFlow,
      name: 'htmlBlock',
      tokenize(effects, ok, nok) {
        const check: typeof effects.check = (construct, yes, no) =>
          effects.check(construct, yes, (code) => {
            // The parser makes two checks between lines: whether a blank line follows, which ends the block, and whether
            // the next line continues its container, which fails only for lazy lines.
            const isLazy = this.parser.lazy[this.now().line + 1]
            return isLazy || no === undefined ? no?.(code) : effects.check(beforeTagLine, yes, no)(code)
          })
        return htmlFlow.tokenize.call(this, { ...effects, check }, ok, nok)
      },
    },
  },
}
