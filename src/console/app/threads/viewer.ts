import { environment } from '../relay/environment.ts'

export interface Viewer {
  id: string
  displayName: string
  photoURL: string | null
}

type Stored = Record<string, unknown> | null | undefined
const linked = (record: Stored, field: string): Stored => {
  const reference = (record?.[field] as { __ref?: string } | undefined)?.__ref
  return reference === undefined ? undefined : environment.getStore().getSource().get(reference)
}

/** Who is signed in. The frame has read it before any screen is shown. */
export function viewer(): Viewer {
  const user = linked(linked(environment.getStore().getSource().get('client:root'), 'viewer'), 'user')
  return {
    id: String(user?.id ?? ''),
    displayName: String(user?.displayName ?? ''),
    photoURL: (user?.photoURL as string | undefined) ?? null,
  }
}
