import type { Literal } from 'mdast'
import type { Extension as TreeExtension } from 'mdast-util-from-markdown'
import { isLineEnding } from './characters.ts'
import type { SyntaxExtension } from './syntax.ts'

/** `{% … %}` in a text, next to other words or across lines. */
export interface InlineTag extends Literal {
  type: 'inlineTag'
}

declare module 'mdast' {
  interface PhrasingContentMap {
    inlineTag: InlineTag
  }
  interface RootContentMap {
    inlineTag: InlineTag
  }
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    inlineTag: 'inlineTag'
    inlineTagData: 'inlineTagData'
  }
}

const brace = { open: 123, close: 125 } as const
const percent = 37

/** The first `%}` ends a tag. If a text has none, it is searched once, so that the time is linear in its length. */
export function inlineTagSyntax(): SyntaxExtension {
  const withoutEnd = new WeakSet<object>()
  return {
    text: {
      [brace.open]: {
        name: 'inlineTag',
        tokenize(effects, ok, nok) {
          let last: number | null = null
          let isInData = true
          const inside: typeof ok = (code) => {
            if (code === null) {
              withoutEnd.add(this)
              return nok(code)
            }
            if (isLineEnding(code)) {
              last = null
              if (isInData) effects.exit('inlineTagData')
              isInData = false
              effects.enter('lineEnding')
              effects.consume(code)
              effects.exit('lineEnding')
              return inside
            }
            // Behind a line ending, the prefix of a quote or list can follow, which is not part of the text.
            if (!isInData) effects.enter('inlineTagData')
            isInData = true
            effects.consume(code)
            if (code === brace.close && last === percent) {
              effects.exit('inlineTagData')
              effects.exit('inlineTag')
              return ok
            }
            last = code
            return inside
          }
          const opening: typeof ok = (code) => {
            if (code !== percent || withoutEnd.has(this)) return nok(code)
            effects.consume(code)
            return inside
          }
          return (code) => {
            effects.enter('inlineTag')
            effects.enter('inlineTagData')
            effects.consume(code)
            return opening
          }
        },
      },
    },
  }
}

export function inlineTagToTree(): TreeExtension {
  return {
    enter: {
      inlineTag(token) {
        this.enter({ type: 'inlineTag', value: '' }, token)
        this.buffer()
      },
    },
    exit: {
      inlineTagData(token) {
        this.config.enter.data?.call(this, token)
        this.config.exit.data?.call(this, token)
      },
      inlineTag(token) {
        const value = this.resume()
        const node = this.stack.at(-1)
        if (node?.type === 'inlineTag') node.value = value
        this.exit(token)
      },
    },
  }
}
