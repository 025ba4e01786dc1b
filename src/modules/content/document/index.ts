export { documentFromMarkdown } from './from-markdown.ts'
export type { DocumentNode, DocumentTree } from './types.ts'
