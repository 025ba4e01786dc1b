import { z } from 'zod'
import { type SignInOptions, signInEndpoint } from '../../../core/access/sign-in.ts'

/** Which methods a browser can offer here. */
export const methods = ({ tools }: SignInOptions) =>
  signInEndpoint({
    method: 'GET',
    input: z.object({}),
    run: async () => ({
      body: { providers: tools.settings.providers.map(({ name, title }) => ({ name, title })) },
    }),
  })
