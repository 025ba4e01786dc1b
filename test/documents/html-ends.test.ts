import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { expect, it } from 'vitest'
import { parseMarkdown } from '../../src/modules/documents/parsing/parse.ts'

const pieces = ['<!--', '-->', '<![CDATA[', ']]>', '<?', '?>', '<!A', '>', '<b>', 'a', ' ', '\n', '`', '*']

const original = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }

const htmlIn = (node: Nodes): string[] =>
  node.type === 'html' ? [node.value] : 'children' in node ? node.children.flatMap(htmlIn) : []

it('inline HTML is parsed as by the original parser, although the end of unclosed HTML is searched once', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (parts) => {
      const text = `a ${parts.join('')}`
      expect(htmlIn(parseMarkdown(text))).toEqual(htmlIn(fromMarkdown(text, original)))
    }),
    { numRuns: 1_000, seed: 1 },
  )
})
