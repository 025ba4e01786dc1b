import { z } from 'zod'
import { idField } from '../../../core/fields.ts'
import { mustBe } from '../../../core/input-errors.ts'

/** The passkeys that a user can have. */
export const MAX_PASSKEYS = 20

export const PasskeyName = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .meta({ description: 'The name by which you recognize it, 1 to 64 characters.' })

export const GetPasskey = z.object({ passkeyId: idField('Passkey', 'The ID of the passkey.') })
export const RenamePasskey = GetPasskey.extend({ name: PasskeyName })
export const DeletePasskey = GetPasskey

const bytes = (maxChars: number) =>
  z
    .string()
    .regex(/^[\w-]+$/, { error: mustBe('base64url without padding') })
    .max(maxChars)

/** 1,023 bytes, which is the longest id that WebAuthn allows. */
const CredentialId = bytes(1_364)
const ClientData = bytes(4_000)

/** How a browser reaches the device of a passkey. Others are ignored. */
export const Transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])

const credential = { id: CredentialId, rawId: CredentialId, type: z.literal('public-key') }

/** What a browser returns for a new passkey: `PublicKeyCredential.toJSON()`. */
export const RegistrationAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: ClientData,
    attestationObject: bytes(32_000),
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
})

/** What a browser returns when somebody proves with a passkey who they are. */
export const ProofAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: ClientData,
    authenticatorData: bytes(4_000),
    signature: bytes(2_000),
  }),
})

/** A new passkey, with its name. */
export const NewPasskey = z.object({ name: PasskeyName.optional(), answer: RegistrationAnswer })

/** The same after it was verified, ready to be stored. */
export const PreparedPasskey = z.object({
  /** The digest of its challenge, which is used up when it is stored. */
  challenge: z.string(),
  name: z.string(),
  credentialId: z.string(),
  publicKey: z.base64url(),
  counter: z.int(),
  transports: z.array(z.string()),
  isSynced: z.boolean(),
})

/** A use of a passkey that was verified: what is stored of it, with its effect. */
export const PasskeyUse = z.object({
  challenge: z.string(),
  passkeyId: z.string(),
  counter: z.int(),
})
