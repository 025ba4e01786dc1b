import { z } from 'zod'
import { type SignInOptions, signInEndpoint } from '../../../core/operations/sign-in.ts'
import { passkeyObstacle } from '../passkeys/passkey-host.ts'

/** Which methods a browser can offer here, and why not the others. */
export const methods = ({ tools: { settings } }: Pick<SignInOptions, 'tools'>) =>
  signInEndpoint({
    method: 'GET',
    input: z.object({}),
    run: async (_input, request) => {
      const obstacle = passkeyObstacle(request)
      return {
        body: {
          password: { available: true },
          passkeys: obstacle === null ? { available: true } : { available: false, reason: obstacle },
          providers: settings.providers.map(({ name, title }) => ({ name, title })),
          /** Whether links to join and to reset a password are sent by mail. */
          mail: settings.mail !== undefined,
        },
      }
    },
  })
