import { z } from 'zod'
import { signInEndpoint } from '../../../core/access/sign-in.ts'
import { passkeyObstacle } from '../passkeys/passkey-host.ts'

/** Which methods a browser can offer here, and why not the others. */
export const methods = () =>
  signInEndpoint({
    method: 'GET',
    input: z.object({}),
    run: async (_input, request) => {
      const obstacle = passkeyObstacle(request)
      return {
        body: {
          password: { available: true },
          passkeys: obstacle === null ? { available: true } : { available: false, reason: obstacle },
          providers: [],
        },
      }
    },
  })
