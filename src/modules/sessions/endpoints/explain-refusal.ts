import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { signInEndpoint } from '../../../core/operations/sign-in.ts'
import { refusalText } from '../providers/refusals.ts'

/** Says why a sign-in at a provider failed, by the code in the address of the sign-in page. */
export const explainRefusal = () =>
  signInEndpoint({
    method: 'GET',
    input: z.object({ code: z.string().max(50) }),
    run: async ({ code }) => {
      const message = refusalText(code)
      if (message === undefined) throw notFound('This code')
      return { body: { message } }
    },
  })
