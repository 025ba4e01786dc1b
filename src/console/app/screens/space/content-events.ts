import type { SpaceEvent } from './SpaceEvents.tsx'

const TYPES: ReadonlySet<string> = new Set([
  'SPACE_CONTENT_UPDATED',
  'CHANGE_REQUEST_MERGED',
  'GIT_IMPORT_COMPLETED',
])

/** Whether an event can have changed the main content. */
export const changesContent = ({ type }: SpaceEvent): boolean => TYPES.has(type)
