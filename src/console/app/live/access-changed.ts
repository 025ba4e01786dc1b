/** The address at which the person was when their access changed. */
let changedAt: string | undefined

export function noteAccessChanged(): void {
  changedAt = location.pathname
}

/** Whether what is shown at this address can be missing because the access of the person has changed meanwhile. */
export const hasAccessChanged = (): boolean => changedAt === location.pathname
