import type { Literal } from 'mdast'
import type { Extension as TreeExtension } from 'mdast-util-from-markdown'
import { isBlank, isLineEnding } from './characters.ts'
import type { SyntaxExtension } from './syntax.ts'

/** A formula between `$$` and `$$`. */
interface Formula extends Literal {
  type: 'formula'
}

declare module 'mdast' {
  interface PhrasingContentMap {
    formula: Formula
  }
  interface RootContentMap {
    formula: Formula
  }
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    formula: 'formula'
    formulaMark: 'formulaMark'
    formulaData: 'formulaData'
  }
}

const dollar = 36

// The first `$$` after an opening one closes it, so no part of a text is read twice. Without anything but blanks between
// them, both are text.
export function mathSyntax(): SyntaxExtension {
  return {
    text: {
      [dollar]: {
        name: 'formula',
        tokenize(effects, ok, nok) {
          let isEmpty = true
          let isInData = false
          const endData = () => {
            if (isInData) effects.exit('formulaData')
            isInData = false
          }
          const closing: typeof ok = (code) => {
            if (code !== dollar) return nok(code)
            effects.consume(code)
            effects.exit('formulaMark')
            effects.exit('formula')
            return ok
          }
          const inside: typeof ok = (code) => {
            if (code === null) return nok(code)
            if (code === dollar) {
              if (isEmpty) return nok(code)
              endData()
              effects.enter('formulaMark')
              effects.consume(code)
              return closing
            }
            if (isLineEnding(code)) {
              endData()
              effects.enter('lineEnding')
              effects.consume(code)
              effects.exit('lineEnding')
              return inside
            }
            if (!isInData) effects.enter('formulaData')
            isInData = true
            isEmpty &&= isBlank(code)
            effects.consume(code)
            return inside
          }
          const second: typeof ok = (code) => {
            if (code !== dollar) return nok(code)
            effects.consume(code)
            effects.exit('formulaMark')
            return inside
          }
          return (code) => {
            effects.enter('formula')
            effects.enter('formulaMark')
            effects.consume(code)
            return second
          }
        },
      },
    },
  }
}

const trimmedLines = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .join('\n')

export function mathToTree(): TreeExtension {
  return {
    enter: {
      formula(token) {
        this.enter({ type: 'formula', value: '' }, token)
        this.buffer()
      },
    },
    exit: {
      formulaData(token) {
        this.config.enter.data?.call(this, token)
        this.config.exit.data?.call(this, token)
      },
      formula(token) {
        const value = this.resume()
        const node = this.stack.at(-1)
        if (node?.type === 'formula') node.value = trimmedLines(value.trim())
        this.exit(token)
      },
    },
  }
}
