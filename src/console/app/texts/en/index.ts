import { changeRequest } from './change-request.ts'
import { changes } from './changes.ts'
import { errors } from './errors.ts'
import { forms } from './forms.ts'
import { frame } from './frame.ts'
import { home } from './home.ts'
import { imports } from './import.ts'
import { lists } from './lists.ts'
import { page } from './page.ts'
import { places } from './places.ts'
import { session } from './session.ts'
import { space } from './space.ts'
import { text } from './text.ts'
import { threads } from './threads.ts'
import { tree } from './tree.ts'

/** The texts of the interface in English. Other languages have the same keys. */
export const en = {
  changeRequest,
  changes,
  errors,
  forms,
  frame,
  home,
  imports,
  lists,
  page,
  places,
  session,
  space,
  text,
  threads,
  tree,
}
