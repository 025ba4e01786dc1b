/** How the address names a change request. */
export interface ChangePlace {
  space: string
  number: number
}
