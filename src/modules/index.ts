import { changeRequests } from './change-requests/index.ts'
import { comments } from './comments/index.ts'
import { organizations } from './organizations/index.ts'
import { spaces } from './spaces/index.ts'
import { tokens } from './tokens/index.ts'
import { users } from './users/index.ts'

/** The register: one line per module. */
export const modules = [users, tokens, organizations, spaces, changeRequests, comments]
