import { changes } from './changes.ts'
import { commands } from './commands.ts'
import { errors } from './errors.ts'
import { frame } from './frame.ts'
import { home } from './home.ts'
import { inbox } from './inbox.ts'
import { lists } from './lists.ts'
import { places } from './places.ts'
import { session } from './session.ts'
import { talk } from './talk.ts'
import { text } from './text.ts'
import { threads } from './threads.ts'

/** The texts of the interface in English. Other languages have the same keys. */
export const en = {
  changes,
  commands,
  errors,
  frame,
  home,
  inbox,
  lists,
  places,
  session,
  talk,
  text,
  threads,
}
