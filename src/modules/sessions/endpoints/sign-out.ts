import { z } from 'zod'
import { signInEndpoint } from '../../../core/access/sign-in.ts'
import { endSession } from '../sessions.service.ts'

/** Ends the session of the browser, if there is one, and removes its cookie. */
export const signOut = () =>
  signInEndpoint({
    input: z.object({}),
    run: async (_input, { viewer, callerFor }) => {
      if (viewer?.session) await callerFor(viewer).call(endSession, { sessionId: viewer.tokenId })
      return { body: {}, session: null }
    },
  })
