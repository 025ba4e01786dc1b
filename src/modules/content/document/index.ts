export { isRawHtml } from './blocks.ts'
export { documentFromMarkdown } from './from-markdown.ts'
export { plainText } from './inlines.ts'
export type { CodeBlock, DocumentNode, DocumentTree, InlineNode, TableBlock } from './types.ts'
