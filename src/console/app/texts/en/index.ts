import { commands } from './commands.ts'
import { errors } from './errors.ts'
import { frame } from './frame.ts'
import { home } from './home.ts'
import { session } from './session.ts'
import { text } from './text.ts'

/** The texts of the interface in English. Other languages have the same keys. */
export const en = { commands, errors, frame, home, session, text }
