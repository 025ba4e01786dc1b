import { defineModule } from '../../core/operations/module.ts'
import { keptTable } from '../../core/personal-data.ts'
import { specDownloads } from './openapi-specs.downloads.ts'
import { facts } from './openapi-specs.facts.ts'
import { specById } from './openapi-specs.loaders.ts'
import { routes } from './openapi-specs.rest.ts'
import { createSpec, deleteSpec, getSpec, listSpecs, putSpec, updateSpec } from './openapi-specs.service.ts'
import { processSpec, refreshSpecs } from './processing/process.ts'
import { PROCESSING_JOB } from './processing-job.ts'
import { versionById } from './versions.loaders.ts'
import { getLatestVersion, getVersion, listVersions } from './versions.service.ts'
import './openapi-specs.graphql.ts'

export const openapiSpecs = defineModule({
  name: 'openapi-specs',
  facts,
  personalData: [keptTable('OpenAPISpec', 'createdById')],
  operations: [getSpec, createSpec, putSpec, updateSpec, deleteSpec, getLatestVersion, getVersion],
  lists: [listSpecs, listVersions],
  routes,
  downloads: ({ database }) => specDownloads(database),
  jobs: { [PROCESSING_JOB]: processSpec },
  periodic: { 'refresh-openapi-specs': refreshSpecs },
  nodes: {
    OpenAPISpec: specById,
    OpenAPISpecVersion: versionById,
  },
})

export { declareSpecFollower } from './followers.ts'
export { SpecType } from './openapi-specs.graphql.ts'
export { getSpecRow, isVisibleSpec, type SpecRow, visibleSpec } from './openapi-specs.loaders.ts'
export { SpecSlug } from './openapi-specs.model.ts'
export { MAX_SPECS } from './openapi-specs.service.ts'
export { findSpecBundles, findSpecSlugs, type SpecBundle } from './spec-bundles.ts'
export { readSpecFile } from './spec-files.ts'
export {
  type ComputedSpecPage,
  countSpecPages,
  findSpecPages,
  findSpecPagesNamed,
  findSpecTexts,
  type SpecPages,
  specPages,
  specPagesNamed,
  specPageTexts,
  specTexts,
} from './spec-pages.ts'
