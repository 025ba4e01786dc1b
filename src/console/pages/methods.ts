import { readAuth } from './server.ts'

/** How people can sign in at this server, at the address that the browser shows. */
export interface Methods {
  password: { available: boolean }
  /** With the reason where they cannot be used, such as at an IP address. */
  passkeys: { available: boolean; reason?: string }
  token: { available: boolean }
  providers: readonly { name: string; title: string }[]
  /** Whether somebody is signed in in this browser. */
  signedIn: boolean
  /** Whether the server can send mail. */
  mail: boolean
}

let read: Promise<Methods> | undefined

export function readMethods(): Promise<Methods> {
  read ??= readAuth<Methods>('methods').catch((error: unknown) => {
    // Asked again next time.
    read = undefined
    throw error
  })
  return read
}
