import { z } from 'zod'

/** The lines of a block in REST. */
export const RestLineRange = z
  .object({ first: z.int(), last: z.int() })
  .meta({ id: 'LineRange', description: 'A range of lines of the Markdown of a page, counted from 1.' })
