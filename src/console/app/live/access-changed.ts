/** Why what is shown at an address can be missing, although the person did nothing: their access has changed, or it was deleted. */
type Reason = 'access changed' | 'deleted'

let noted: { reason: Reason; path: string } | undefined

const note = (reason: Reason) => () => {
  noted = { reason, path: location.pathname }
}
export const noteAccessChanged = note('access changed')
export const noteDeleted = note('deleted')

/** What has happened meanwhile to what is shown at this address. */
export const whyMissing = (): Reason | undefined =>
  noted?.path === location.pathname ? noted.reason : undefined
