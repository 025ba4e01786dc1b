import type { Literal } from 'mdast'
import type { Extension as TreeExtension } from 'mdast-util-from-markdown'
import { isBlank, isLineEnding } from './characters.ts'
import type { Construct, SyntaxExtension } from './syntax.ts'

/** A line that contains only `{% … %}`. */
export interface TagLine extends Literal {
  type: 'tagLine'
}

declare module 'mdast' {
  interface RootContentMap {
    tagLine: TagLine
  }
  interface BlockContentMap {
    tagLine: TagLine
  }
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    tagLine: 'tagLine'
  }
}

const brace = { open: 123, close: 125 } as const
const percent = 37

export const tagLine: Construct = {
  name: 'tagLine',
  tokenize(effects, ok, nok) {
    let beforeLast: number | null = null
    let last: number | null = null
    let isAfterBlank = false
    const inside: typeof ok = (code) => {
      if (code === null || isLineEnding(code)) {
        if (beforeLast !== percent || last !== brace.close) return nok(code)
        effects.exit('tagLine')
        return ok(code)
      }
      if (isBlank(code)) {
        isAfterBlank = true
      } else {
        beforeLast = isAfterBlank ? null : last
        last = code
        isAfterBlank = false
      }
      effects.consume(code)
      return inside
    }
    const opening: typeof ok = (code) => {
      if (code !== percent) return nok(code)
      effects.consume(code)
      return inside
    }
    return (code) => {
      effects.enter('tagLine')
      effects.consume(code)
      return opening
    }
  },
}

/** A tag line ends the paragraph or list above it, because authors do not put blank lines around tags. */
export const tagLineSyntax: SyntaxExtension = { flow: { [brace.open]: tagLine } }

export function tagLineToTree(): TreeExtension {
  return {
    enter: {
      tagLine(token) {
        this.enter({ type: 'tagLine', value: this.sliceSerialize(token).trim() }, token)
      },
    },
    exit: {
      tagLine(token) {
        this.exit(token)
      },
    },
  }
}
