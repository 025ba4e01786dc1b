import { z } from 'zod'

const METHODS = ['password', 'passkey', 'token'] as const

/** How people can sign in, besides the providers. */
export const SignInVariables = {
  SIGN_IN_METHODS: z
    .string()
    .default(METHODS.join(','))
    .transform((text) => (text.trim() === 'none' ? [] : text.split(',').map((entry) => entry.trim())))
    .pipe(z.array(z.enum(METHODS)).transform((methods) => new Set(methods)))
    .describe(
      'how people can sign in: password, passkey and token, separated by commas, e.g. passkey,token; none for OpenID providers alone',
    ),
}
