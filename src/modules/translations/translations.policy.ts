import { permissionSet } from '../../core/access/permissions.ts'
import type { Role } from '../../core/access/roles.ts'
import { mayCreateContent } from '../organizations/index.ts'

/** The viewer's role in the organization. Guests see no translation settings. */
export interface TranslationReach {
  role: Role
}

export const mayEditTranslation = (reach: TranslationReach) => mayCreateContent(reach)

export const translationPermissions = permissionSet({
  view: ['See them.', (_reach: TranslationReach) => true],
  edit: ['Change and delete them.', mayEditTranslation],
})
