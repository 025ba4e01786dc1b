import { defineModule } from '../../core/operations/module.ts'

/** Parses, writes, evaluates and compares Markdown and its document tree. It does not know about revisions. */
export const documents = defineModule({ name: 'documents', operations: [], lists: [], routes: [] })

export type { BlockVersion, FollowedBlock } from './blocks/follow-blocks.ts'
export { type LineRange, placedBlocks } from './blocks/placed-blocks.ts'
export { previewOfBlock } from './blocks/preview.ts'
export type { ClientRef, ClientTargets } from './clients/client-refs.ts'
export { embedFrameOf } from './embed-frame.ts'
export { conditionProblem, conditionsThatHold } from './expressions/condition.ts'
export {
  type Evaluation,
  evaluateForWriters,
  mayNeedEvaluation,
  type Replaced,
} from './expressions/evaluate-markdown.ts'
export { unconditionalText } from './expressions/unconditional.ts'
export { linksInHtml } from './extraction/html-links.ts'
export type { WrittenLink } from './extraction/link-reader.ts'
export type { PageAnchors, WrittenLinks } from './extraction/links.ts'
export type { ParsedPage } from './extraction/parsed-page.ts'
export type { Section } from './extraction/sections.ts'
export { iconPaths } from './icons.ts'
export { namedIcon } from './named-icon.ts'
export { attributesIn } from './parsing/attributes.ts'
export { githubSyntax } from './parsing/github-syntax.ts'
export { parsingLimits } from './parsing/limits.ts'
export { parseMarkdown } from './parsing/parse.ts'
export { tagLineToTree } from './parsing/tags.ts'
export { blockSyntax } from './parsing/tree-from.ts'
export { type BlockLines, blockLines, type NodeLines } from './reading/block-lines.ts'
export { formulaOptions, isReadableFormula } from './reading/formulas.ts'
export { documentFromMarkdown, type ReadMarkdown, readMarkdown } from './reading/from-markdown.ts'
export { type FrontMatterProblem, parseFrontMatter, readFrontMatter } from './source/front-matter.ts'
export { type LineChange, lineChanges, lineChangesFromEnd } from './source/line-changes.ts'
export { type LineHunk, type Lines, linesOf, sharedEnds, textOfLines } from './source/lines.ts'
export { includedName, isExternal, percentDecoded } from './source/references.ts'
export { splitSource } from './source/split-source.ts'
export { clientDocumentOf } from './threads/client-documents.ts'
export { documentOf, printedBodies } from './threads/document-texts.ts'
export { type BlocksOfText, followedBlocksOf } from './threads/followed-blocks.ts'
export {
  encodedDocument,
  evaluatedSource,
  lineDiffOf,
  markdownOfDocument,
  previewsOfBlocksIn,
  revertBlocksOf,
} from './threads/long-texts.ts'
export { ParsedPageCache, ParsedPages } from './threads/parsed-pages.ts'
export { areShort, readingCost, SHORT_COST } from './threads/reading-cost.ts'
export { parsedInBackground } from './threads/text-pool.ts'
export { Anchors, formerAnchors, titleAnchors } from './tree/anchors.ts'
export { columnClasses } from './tree/column-classes.ts'
export { DocumentField, type GivenDocument, readDocument } from './tree/document.model.ts'
export { withEmoji } from './tree/emoji.ts'
export { contentOfIntegration } from './tree/forms.ts'
export { isHtmlName } from './tree/html-names.ts'
export { markClasses } from './tree/mark-classes.ts'
export { plainText } from './tree/plain-text.ts'
export { refFrom, urlOf } from './tree/refs.ts'
export type * from './tree/types.ts'
export { markdownFromDocument } from './writing/markdown-from-document.ts'
export { markdownText } from './writing/markdown-text.ts'
