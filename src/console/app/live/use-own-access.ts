import { useEffect } from 'react'

/** Follows what changes the access of the person in an organization. Its code is loaded after what is shown. */
export function useOwnAccess(organization: string | undefined): void {
  useEffect(() => {
    if (organization === undefined) return
    let end = () => {}
    let isLeft = false
    import('./follow-own-access.ts').then(
      ({ followOwnAccess }) => {
        if (!isLeft) end = followOwnAccess(organization)
      },
      // Without the code, a lost right shows with the first refusal.
      () => {},
    )
    return () => {
      isLeft = true
      end()
    }
  }, [organization])
}
