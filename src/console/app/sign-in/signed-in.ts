/** Whose page this is. */
export interface SignedIn {
  id: string
  /** Empty for a person without one. */
  email: string
}
