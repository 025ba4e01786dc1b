import { z } from 'zod'
import { idField } from '../../core/fields.ts'
import { changeRequestPlace, contentPlace, NAME_PLACE, namesPlace } from '../change-requests/index.ts'
import { isTree, knownSources } from './sources.ts'
import type { KeptSettings, SkippedResource } from './types.ts'

export const ImportState = z.enum(['running', 'success', 'failure', 'cancelled'])
export const ImportStage = z.enum(['fetch', 'read', 'write'])
export type ImportStage = z.infer<typeof ImportStage>
export const ImportMode = z.enum(['update', 'add', 'replace'])
export type ImportMode = z.infer<typeof ImportMode>
export const ImportSourceField = z.enum(knownSources).meta({ description: 'The type of the source.' })

export const ImportContent = z.object({
  ...changeRequestPlace,
  url: z
    .url({ protocol: /^https?$/, message: 'must be an absolute http or https URL' })
    .max(2048)
    .meta({ description: 'The URL to import from.' }),
  source: ImportSourceField,
  mode: ImportMode.optional().meta({
    description:
      'How it is combined with the content of the change request. Default: `update` for archives and wikis, `add` for single pages.',
  }),
})

/** The same without a record of its own, into main content or below a page. */
export const ImportInPlace = z
  .object({
    ...contentPlace,
    pageId: idField(
      'Page',
      'The page below which it is added. By default, it is added at the top.',
    ).optional(),
    url: ImportContent.shape.url,
    source: ImportSourceField,
  })
  .refine(namesPlace, NAME_PLACE)

/** A file that the caller sends. Its type follows from its name. */
export const ImportFile = z.object({
  ...changeRequestPlace,
  files: z
    .array(z.object({ name: z.string().min(1).max(256), bytes: z.instanceof(Buffer) }))
    .length(1, 'must have exactly one file'),
  mode: ImportMode.optional().meta({
    description:
      'How it is combined with the content of the change request. Default: `update` for archives, `add` for single pages.',
  }),
})

/** An archive on the disk of this machine. */
export const ImportArchive = z.object({
  ...changeRequestPlace,
  /** Its path. */
  file: z.string(),
  /** What is recorded as its source. */
  url: z.url({ protocol: /^file$/ }),
  mode: ImportMode.default('update'),
})

/** The mode of an import: pages of an archive or a wiki have paths, by which they are recognized. */
export const modeOf = ({
  mode,
  source,
}: Pick<z.output<typeof ImportContent>, 'mode' | 'source'>): ImportMode =>
  mode ?? (isTree(source) ? 'update' : 'add')

const spaceId = idField('Space', 'The ID of the space.')
export const ListImports = z.object({ spaceId })
export const ListImportsFilters = z.object({})
export const GetImport = z.object({
  organizationId: idField('Organization', 'The ID of the organization.').optional(),
  spaceId: spaceId.optional(),
  importId: idField('Import', 'The ID of the import.'),
})

/** The parts of an import that can be long. */
export interface ImportReport {
  skipped: SkippedResource[]
  settings: Partial<KeptSettings>
}

export const NO_REPORT: ImportReport = { skipped: [], settings: {} }

export const IMPORT_LIMITS = {
  /** Skipped resources of one report. */
  reported: 1_000,
  /** Imports of a space that wait or run in the background. */
  waiting: 20,
  /** Imports of a space that are kept after they ended. */
  kept: 200,
  /** The time of one import in the background, and of its download. */
  importMs: 20 * 60 * 1000,
  downloadMs: 10 * 60 * 1000,
  /** The time of a download within a request. */
  immediateDownloadMs: 60_000,
} as const
