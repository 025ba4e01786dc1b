import { z } from 'zod'
import { type SignInOptions, signInEndpoint } from '../../../core/operations/sign-in.ts'
import { passkeyObstacle } from '../passkeys/passkey-host.ts'

/** Which methods a browser can offer here, and why not the others. */
export const methods = ({ tools: { settings } }: Pick<SignInOptions, 'tools'>) =>
  signInEndpoint({
    method: 'GET',
    input: z.object({}),
    run: async (_input, request) => {
      const allowed = settings.signInMethods
      // What is turned off is not explained: nobody can use it.
      const obstacle = allowed.has('passkey') ? passkeyObstacle(request) : null
      return {
        body: {
          password: { available: allowed.has('password') },
          passkeys: {
            available: allowed.has('passkey') && obstacle === null,
            ...(obstacle === null ? {} : { reason: obstacle }),
          },
          token: { available: allowed.has('token') },
          providers: settings.providers.map(({ name, title }) => ({ name, title })),
          signedIn: request.viewer !== null,
          /** Whether links to join and to reset a password are sent by mail. */
          mail: settings.mail !== undefined,
        },
      }
    },
  })
