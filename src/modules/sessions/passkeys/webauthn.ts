import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { z } from 'zod'
import { DomainError, type Reason } from '../../../core/errors.ts'
import type { Passkey } from '../../../generated/prisma/client.ts'
import { CODE_MS } from '../codes/one-time-codes.ts'
import { type ProofAnswer, type RegistrationAnswer, Transport } from './passkeys.model.ts'

/** Loaded when somebody uses a passkey: it parses certificates of all kinds, and takes a while to load. */
const server = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** A key of RSA with 8,192 bits has about 1,100 bytes, all others are shorter. */
const MAX_PUBLIC_KEY = 2_048

/** The longest part of a reason that is repeated: it can quote what a browser sent. */
const MAX_REASON = 300

/** Where passkeys are used: the host name that they belong to, and the origin of the page. */
interface Host {
  readonly rpID: string
  readonly origin: string
}

type KnownPasskey = Pick<Passkey, 'credentialId' | 'transports'>

/** What is stored of a passkey to check its signatures. */
type StoredKey = Pick<Passkey, 'credentialId' | 'isSynced'> & {
  readonly publicKey: Uint8Array
  readonly counter: number
}

const described = ({ credentialId, transports }: KnownPasskey) => ({
  id: credentialId,
  transports: transportsIn(transports),
})

const transportsIn = (given: readonly string[] = []) =>
  given.flatMap((transport) => Transport.safeParse(transport).data ?? [])

const bytesOf = (challenge: string) => new Uint8Array(Buffer.from(challenge, 'base64url'))

/** What a browser needs to create a passkey that names its user by itself. */
export async function registrationOptions(
  { rpID }: Host,
  challenge: string,
  user: {
    /** Replaces an earlier passkey of the same user on the same device. Random if it is omitted. */
    id?: string
    name: string
    displayName: string
    /** The passkeys that the user has: a device holds one of them. */
    known?: readonly KnownPasskey[]
  },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await server()
  return generateRegistrationOptions({
    rpName: 'Quire',
    rpID,
    ...(user.id === undefined ? {} : { userID: new Uint8Array(Buffer.from(user.id)) }),
    userName: user.name,
    userDisplayName: user.displayName,
    challenge: bytesOf(challenge),
    timeout: CODE_MS.passkey,
    attestationType: 'none',
    excludeCredentials: (user.known ?? []).map(described),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** What a browser needs to sign a challenge with a passkey: with one of these, or with any that the person chooses. */
export async function proofOptions(
  { rpID }: Host,
  challenge: string,
  allowed: readonly KnownPasskey[] = [],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await server()
  return generateAuthenticationOptions({
    rpID,
    challenge: bytesOf(challenge),
    timeout: CODE_MS.passkey,
    userVerification: 'required',
    allowCredentials: allowed.map(described),
  })
}

/** The new passkey in the answer of a browser. Throws unless it signed this challenge, for this host. */
export async function verifyRegistration(
  { rpID, origin }: Host,
  challenge: string,
  answer: z.output<typeof RegistrationAnswer>,
) {
  const { verifyRegistrationResponse } = await server()
  return orRefuse('invalid_input', async () => {
    const { response } = answer
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...answer,
        response: {
          clientDataJSON: response.clientDataJSON,
          attestationObject: await withoutStatement(response.attestationObject),
        },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
    })
    if (!verified) throw new Error('Its signature is wrong')
    const { credential, credentialDeviceType } = registrationInfo
    if (credential.publicKey.length > MAX_PUBLIC_KEY) {
      throw new Error(
        `Its key has ${credential.publicKey.length} bytes, at most ${MAX_PUBLIC_KEY} are accepted`,
      )
    }
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: transportsIn(response.transports),
      isSynced: credentialDeviceType === 'multiDevice',
    }
  })
}

/**
 * The same answer without a statement of who has made the device. None was asked for, and browsers leave it out. One that
 * is sent nevertheless would be checked with its certificates, which name servers to ask.
 */
async function withoutStatement(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await helpers()
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData')
  const bare = new Map<string, string | Uint8Array | Map<never, never>>([
    ['fmt', 'none'],
    ['attStmt', new Map<never, never>()],
    ['authData', authData],
  ])
  return isoBase64URL.fromBuffer(isoCBOR.encode(bare))
}

/**
 * The counter of a passkey after a use. Throws unless the passkey signed this challenge, for this host. A counter that did
 * not rise reveals a copy, except of passkeys that are meant to be copied.
 */
export async function verifyProof(
  { rpID, origin }: Host,
  challenge: string,
  answer: z.output<typeof ProofAnswer>,
  { credentialId, publicKey, counter, isSynced }: StoredKey,
): Promise<number> {
  const { verifyAuthenticationResponse } = await server()
  return orRefuse('unauthenticated', async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential: {
        id: credentialId,
        publicKey: new Uint8Array(publicKey),
        counter: isSynced ? 0 : counter,
      },
    })
    if (!verified) throw new Error('Its signature is wrong')
    return authenticationInfo.newCounter
  })
}

/** The library throws errors of all kinds for answers that are wrong or damaged. */
async function orRefuse<Result>(reason: Reason, verify: () => Promise<Result>): Promise<Result> {
  try {
    return await verify()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new DomainError(
      reason,
      `This passkey was rejected: ${why.slice(0, MAX_REASON)}. Use it again, or another one.`,
    )
  }
}
