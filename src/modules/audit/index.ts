import { defineModule } from '../../core/operations/module.ts'
import { routes } from './audit.rest.ts'
import { listAuditEvents } from './audit.service.ts'
import './audit.graphql.ts'

export const audit = defineModule({ name: 'audit', operations: [], lists: [listAuditEvents], routes })
