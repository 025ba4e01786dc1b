import type { account } from './en/account.ts'
import type * as administration from './en/administration.ts'
import type { arranging } from './en/arranging.ts'
import type { collections } from './en/collections.ts'
import type { commands } from './en/commands.ts'
import type { conflicts } from './en/conflicts.ts'
import type { files, links } from './en/files.ts'
import type * as git from './en/git.ts'
import type { history } from './en/history.ts'
import type { importing } from './en/importing.ts'
import type { inbox } from './en/inbox.ts'
import type { en } from './en/index.ts'
import type * as managing from './en/managing.ts'
import type * as operating from './en/operating.ts'
import type * as programs from './en/programs.ts'
import type { publishing } from './en/publishing.ts'
import type { search } from './en/search.ts'
import type { talk } from './en/talk.ts'
import type { writing } from './en/writing.ts'

/** The same keys and parameters, with any words. */
type Worded<Text> = Text extends string
  ? string
  : Text extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Key in keyof Text]: Worded<Text[Key]> }

/** Other languages have the same texts, so that a missing one does not compile. */
export type FirstTexts = Worded<typeof en>
export type WritingTexts = Worded<typeof writing>
export type AccountTexts = Worded<{ account: typeof account }>
export type SitesTexts = Worded<typeof publishing>
export type Texts = FirstTexts &
  WritingTexts &
  AccountTexts &
  SitesTexts &
  Worded<typeof administration & typeof git & typeof managing & typeof operating & typeof programs> &
  Worded<{
    arranging: typeof arranging
    collections: typeof collections
    commands: typeof commands
    conflicts: typeof conflicts
    files: typeof files
    history: typeof history
    importing: typeof importing
    inbox: typeof inbox
    links: typeof links
    search: typeof search
    talk: typeof talk
  }>
