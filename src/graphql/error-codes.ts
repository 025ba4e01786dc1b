import { z } from 'zod'
import { type Reason, reasons } from '../core/errors.ts'
import { graphqlEnum } from './enums.ts'

const Reasons = z.enum(Object.keys(reasons) as [Reason, ...Reason[]])

/** No field has this type: it is in the schema for clients that generate their types from it. */
graphqlEnum(
  'ErrorCode',
  Reasons,
  'The values of `extensions.code` in errors. `extensions.status` is the HTTP status that REST returns for it.',
  Object.fromEntries(
    Reasons.options.map((reason) => [reason, `${reasons[reason][1]} HTTP status ${reasons[reason][0]}.`]),
  ) as Record<Reason, string>,
)
