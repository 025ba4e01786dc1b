import { z } from 'zod'
import { type SignInOptions, signInEndpoint } from '../../../core/access/sign-in.ts'

/** The ways to sign in that the sign-in page offers. */
export const methods = ({ tools }: SignInOptions) =>
  signInEndpoint({
    method: 'GET',
    input: z.object({}),
    run: async () => ({
      body: { providers: tools.settings.providers.map(({ name, title }) => ({ name, title })) },
    }),
  })
