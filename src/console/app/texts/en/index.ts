import { errors } from './errors.ts'
import { files } from './files.ts'
import { frame } from './frame.ts'
import { history } from './history.ts'
import { home } from './home.ts'
import { links } from './links.ts'
import { page } from './page.ts'
import { space } from './space.ts'
import { text } from './text.ts'
import { threads } from './threads.ts'

/** The texts of the interface in English. Other languages have the same keys. */
export const en = { errors, files, frame, history, home, links, page, space, text, threads }
