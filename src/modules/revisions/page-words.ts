import { canonicalJson } from './hash.ts'
import type { PageRecord } from './records.ts'

/** A page as text, without what changes with every edit and its place in a repository: equal if the content is. */
export const pageWords = ({ git: _git, updatedAt: _updatedAt, ...words }: PageRecord): string =>
  canonicalJson(words)
