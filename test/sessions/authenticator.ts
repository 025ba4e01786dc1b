import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

interface Credential {
  readonly id: string
  readonly rpId: string
  readonly userHandle: string
  readonly privateKey: KeyObject
}

/** What a device can do otherwise than it should. */
interface Deviation {
  /** The origin that the browser states; that of the page by default. */
  origin?: string
  /** The host name that the device signs for; that of the options by default. */
  rpId?: string
  isUserVerified?: boolean
  isCrossOrigin?: boolean
  /** A statement of who has made the device, which is not asked for. */
  statement?: { format: string; values: Map<string, unknown> }
}

// biome-ignore lint/suspicious/noExplicitAny: options are JSON from the server.
type Options = any

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const SYNCED = 0x08 | 0x10
const WITH_CREDENTIAL = 0x40

/** A device with passkeys, and the browser that it is used in: they answer as a browser does, without one. */
export class Authenticator {
  readonly #origin: string
  readonly #isSynced: boolean
  readonly credentials: Credential[] = []
  /** Raised with each use by devices whose passkeys stay on them. */
  counter = 0

  constructor(origin: string, { isSynced = false } = {}) {
    this.#origin = origin
    this.#isSynced = isSynced
  }

  /** Creates a passkey, as `navigator.credentials.create()` does. */
  create(options: Options, deviation: Deviation = {}) {
    const known = new Set<string>(options.excludeCredentials.map(({ id }: { id: string }) => id))
    if (this.credentials.some(({ id }) => known.has(id))) throw new Error('InvalidStateError')
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const id = randomBytes(16)
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const attested = [Buffer.alloc(16), length, id, Buffer.from(isoCBOR.encode(cose))]
    const authData = this.#authenticatorData(options.rp.id, deviation, attested)
    const attestation = new Map<string, unknown>([
      ['fmt', deviation.statement?.format ?? 'none'],
      ['attStmt', deviation.statement?.values ?? new Map()],
      ['authData', new Uint8Array(authData)],
    ])
    const credential = {
      id: id.toString('base64url'),
      rpId: options.rp.id,
      userHandle: options.user.id,
      privateKey,
    }
    this.credentials.push(credential)
    return answerOf(credential.id, {
      clientDataJSON: this.#clientData('webauthn.create', options.challenge, deviation).toString('base64url'),
      attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
      transports: ['internal', 'a new one'],
    })
  }

  /** Signs a challenge with a passkey, as `navigator.credentials.get()` does. */
  get(options: Options, deviation: Deviation = {}, credential = this.#allowed(options)) {
    const authData = this.#authenticatorData(options.rpId, deviation)
    const clientData = this.#clientData('webauthn.get', options.challenge, deviation)
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), credential.privateKey)
    return answerOf(credential.id, {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: credential.userHandle,
    })
  }

  #allowed({ rpId, allowCredentials }: Options): Credential {
    const allowed = allowCredentials.map(({ id }: { id: string }) => id)
    const found = this.credentials.findLast(
      (each) => each.rpId === rpId && (allowed.length === 0 || allowed.includes(each.id)),
    )
    if (!found) throw new Error('NotAllowedError')
    return found
  }

  #authenticatorData(rpId: string, deviation: Deviation, attested: Buffer[] = []): Buffer {
    const isVerified = deviation.isUserVerified ?? true
    const flags =
      USER_PRESENT |
      (isVerified ? USER_VERIFIED : 0) |
      (this.#isSynced ? SYNCED : 0) |
      (attested.length > 0 ? WITH_CREDENTIAL : 0)
    const counter = Buffer.alloc(4)
    if (!this.#isSynced) counter.writeUInt32BE(++this.counter)
    return Buffer.concat([sha256(deviation.rpId ?? rpId), Buffer.of(flags), counter, ...attested])
  }

  #clientData(type: string, challenge: string, { origin = this.#origin, isCrossOrigin = false }: Deviation) {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: isCrossOrigin }))
  }
}

const answerOf = <Response extends object>(id: string, response: Response) => ({
  id,
  rawId: id,
  type: 'public-key',
  response,
  clientExtensionResults: {},
})
