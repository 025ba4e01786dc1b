import { DEFAULT_MAIL } from '../preferences/index.ts'
import { notificationKinds } from './notifications.model.ts'

const groups = Object.entries(notificationKinds).flatMap(([kind, { group }]) =>
  group === null ? [] : [{ kind, group }],
)

/** The kind of preferences of a kind of notification, both as SQL. Null for what cannot be chosen. */
const groupOf = (kind: string) =>
  `CASE ${kind}::text ${groups.map((each) => `WHEN '${each.kind}' THEN '${each.group}'`).join(' ')} END`

/** How often the preferences `p` of a user want to be mailed of a kind. Null for what is never mailed. */
export const mailFrequency = (kind: string) => `coalesce(p."mail" ->> (${groupOf(kind)}),
  CASE ${kind}::text ${groups.map((each) => `WHEN '${each.kind}' THEN '${DEFAULT_MAIL[each.group]}'`).join(' ')} END)`

/** Whether the preferences `p` of a user want to have a kind in the inbox. */
export const isForInbox = (kind: string) => `coalesce((p."inbox" ->> (${groupOf(kind)}))::boolean, TRUE)`
