import type { MailBlock, MailContent } from './mail-content.ts'

/** A mail as plain text. */
export const plainTextOf = ({ subject, blocks }: MailContent): string =>
  `${[subject, ...blocks.map(linesOf)].join('\n\n')}\n`

function linesOf(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
    case 'note':
      return block.text
    case 'facts':
      return block.facts.map(([label, value]) => `${label}: ${value}`).join('\n')
    case 'action':
    case 'noteLink':
      return `${block.label}\n${block.link}`
  }
}
