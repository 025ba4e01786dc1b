import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { browserName } from './browser-name.ts'
import { callAuth } from './server.ts'

/** Creates a passkey in the browser. `path` is the endpoint that prepares it. */
export async function createPasskey(
  path: string,
  body: object = {},
): Promise<{ name: string; answer: object }> {
  const optionsJSON = await callAuth<PublicKeyCredentialCreationOptionsJSON>(path, body)
  const answer = await startRegistration({ optionsJSON })
  return { name: browserName(navigator.userAgent), answer }
}

/** Lets the person choose one of their passkeys, and proves with it who they are. */
export async function usePasskey(path: string): Promise<object> {
  const optionsJSON = await callAuth<PublicKeyCredentialRequestOptionsJSON>(path)
  return startAuthentication({ optionsJSON })
}
