import { z } from 'zod'

/** A code from a link. */
export const GivenCode = z.string().min(1).max(100)
