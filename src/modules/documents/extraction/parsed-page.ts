import { mayNeedEvaluation } from '../expressions/evaluate-markdown.ts'
import { readMarkdown } from '../reading/from-markdown.ts'
import { linksOf, type WrittenLinks } from './links.ts'
import { type Section, sectionsOf } from './sections.ts'

/** The content of a page that indexes store. */
export interface ParsedPage {
  links: WrittenLinks
  sections: Section[]
  /** Whether readers may see something else than what is written: conditions, includes or expressions. */
  isEvaluated: boolean
}

export function parsePage(text: string): ParsedPage {
  const markdown = readMarkdown(text)
  return {
    links: linksOf(markdown),
    sections: sectionsOf(markdown.document),
    isEvaluated: mayNeedEvaluation(text),
  }
}
