import { Failure } from './failure.ts'
import { readAuth } from './server.ts'

/** How people can sign in at this server, at the address that the browser shows. */
export interface Methods {
  password: { available: boolean }
  /** With the reason where they cannot be used, such as at an IP address. */
  passkeys: { available: boolean; reason?: string }
  providers: readonly { name: string; title: string }[]
}

const PASSWORDS_ALONE: Methods = {
  password: { available: true },
  passkeys: { available: false },
  providers: [],
}

let read: Promise<Methods> | undefined

export function readMethods(): Promise<Methods> {
  read ??= readAuth<Methods>('methods').catch((error: unknown) => {
    if (error instanceof Failure && error.reason === 'not_found') return PASSWORDS_ALONE
    throw error
  })
  return read
}
