import { z } from 'zod'
import { invalidField } from '../../../core/errors.ts'

export const MIN_PASSWORD = 12
const MAX_PASSWORD = 256

/** A password that somebody chooses. Whether it is common is checked later: the list is loaded when it is needed. */
export const NewPassword = z
  .string()
  .min(MIN_PASSWORD)
  .max(MAX_PASSWORD)
  .meta({ description: `The password, ${MIN_PASSWORD} to ${MAX_PASSWORD} characters.` })

/** A password that somebody signs in with. */
export const GivenPassword = z.string().min(1).max(MAX_PASSWORD)

let common: Promise<ReadonlySet<string>> | undefined

async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** Rejects one of the about 50,000 most common passwords, in any case. `field` is that of the input. */
export async function requireUncommon(password: string, field = 'password'): Promise<void> {
  common ??= loadCommon()
  if (!(await common).has(password.toLowerCase())) return
  throw invalidField(
    field,
    'is one of the most common passwords; choose another, such as a few unusual words',
  )
}
