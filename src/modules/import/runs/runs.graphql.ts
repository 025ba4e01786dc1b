import { connection } from '../../../graphql/connection.ts'
import { graphqlEnum } from '../../../graphql/enums.ts'
import { mutation } from '../../../graphql/field.ts'
import { OrganizationType } from '../../organizations/index.ts'
import { ImportConnection, ImportType } from '../import.graphql.ts'
import type { ImportRow } from '../import.loaders.ts'
import { RunFilter } from './runs.model.ts'
import { cancelImportRun, listImportRuns, startImportRun } from './runs.service.ts'

graphqlEnum('ImportRunStatus', RunFilter, 'How far an import is.', {
  pending: 'It waits.',
  'in-progress': 'It runs.',
  completed: 'It was applied.',
  failed: 'It failed, and changed nothing.',
  cancelled: 'It was cancelled, and changed nothing.',
  active: 'It waits or runs.',
})

connection(OrganizationType, 'imports', listImportRuns, {
  type: ImportConnection,
  nullable: true,
  description: 'The imports into its spaces that you can see, newest first.',
})

const imported = { type: ImportType, description: 'The import.', from: (row: ImportRow) => row }

mutation('startImportRun', startImportRun, {
  description: 'Imports a page of a website into a change request, in the background.',
  payload: { import: imported },
})
mutation('cancelImport', cancelImportRun, {
  description: 'Cancels an import that waits or runs. Nothing of it is applied.',
  omit: ['organizationId'],
  payload: { import: imported },
})
