import { execute } from './server.ts'

export interface SignedIn {
  displayName: string
  email: string | null
}

/** The person who is signed in. */
export const readSignedIn = async (): Promise<SignedIn> =>
  (await execute<{ viewer: { user: SignedIn } }>('query SignedIn { viewer { user { displayName email } } }'))
    .viewer.user
