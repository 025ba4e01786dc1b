import { builder } from '../../../graphql/builder.ts'
import type { LineRange } from '../../documents/index.ts'

export const LineRangeType = builder.objectRef<LineRange>('LineRange').implement({
  description: 'A range of lines of the `markdown` of a page, counted from 1.',
  fields: (t) => ({
    first: t.exposeInt('first', { description: 'The first line.' }),
    last: t.exposeInt('last', { description: 'The last line, which is included.' }),
  }),
})
