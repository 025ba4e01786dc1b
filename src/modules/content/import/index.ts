export { importedPath } from '../../documents/index.ts'
export { type ImportOptions, importContent } from './import-content.ts'
export {
  type ImportSource,
  importSources,
  isImportSource,
  type KnownSource,
  knownSources,
} from './sources.ts'
export { importCounts } from './storable.ts'
export { parseSummary, type Summary, type SummaryNode } from './summary.ts'
export { contentOfTree } from './tree.ts'
export {
  type ImportedContent,
  type ImportedFile,
  type ImportedPage,
  type ImportedReusable,
  type ImportLimits,
  importLimits,
  type SkippedResource,
} from './types.ts'
export { unpackZip } from './zip.ts'
