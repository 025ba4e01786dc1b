import type { ChangeRef } from '../../../editor/editable-content.ts'
import { keepStored, readStored } from '../../../frame/stored.ts'
import { viewer } from '../../../threads/viewer.ts'

/** An import that the server has, and what is left to do once it has ended. */
export interface KeptImport {
  key: string
  spaceId: string
  /** The content that it goes to: the id of the space or of a change request. */
  place: string
  /** The imports into the change request, one for each file. */
  ids: readonly string[]
  /** The Git operation, for a repository. */
  operation?: string
  changeRequest?: ChangeRef
  /** The page below which the pages go, and the pages that were at the top before. */
  parent?: string | undefined
  before: readonly string[]
  /** Whether the change request is merged at the end, as main content can be changed directly. */
  isMerged: boolean
}

/** Of each person: what they began, nobody else can finish. */
const name = () => `imports:${viewer().id}`

function all(): readonly KeptImport[] {
  try {
    const kept: unknown = JSON.parse(readStored(name()) ?? '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

/** The imports into a space that this browser has begun, and has not seen the end of. */
export const keptImports = (spaceId: string): readonly KeptImport[] =>
  all().filter((one) => one.spaceId === spaceId)

export const keepImport = (kept: KeptImport): void => keepStored(name(), JSON.stringify([...all(), kept]))

export const forgetImport = ({ key }: KeptImport): void =>
  keepStored(name(), JSON.stringify(all().filter((one) => one.key !== key)))
