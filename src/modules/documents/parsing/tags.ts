import type { Literal } from 'mdast'
import type { Extension as TreeExtension } from 'mdast-util-from-markdown'
import { isBlank, isLineEnding } from './characters.ts'
import type { Construct, SyntaxExtension } from './syntax.ts'

/** A line that contains only `{% … %}`, or a tag in a paragraph that is equivalent to one. */
export interface TagLine extends Literal {
  type: 'tagLine'
  /** The column in which the paragraph around it begins, if there is one. */
  column?: number
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
    let last: number | null = null
    let isClosed = false
    const inside: typeof ok = (code) => {
      if (code === null || isLineEnding(code)) {
        if (!isClosed) return nok(code)
        effects.exit('tagLine')
        return ok(code)
      }
      // Next to other text, it is a tag in a paragraph.
      if (isClosed && !isBlank(code)) return nok(code)
      if (code === brace.close && last === percent) isClosed = true
      last = code
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
