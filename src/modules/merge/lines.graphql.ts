import { builder } from '../../graphql/builder.ts'

export const Lines = builder.objectRef<{ start: number; lines: string[] }>('Lines').implement({
  description: 'A range of lines of a text.',
  fields: (t) => ({
    start: t.exposeInt('start', { description: 'The number of the first line, from 1.' }),
    lines: t.stringList({
      description: 'The lines.',
      resolve: ({ lines }, _args, { caller }) => lines.map((line) => caller.meter.text(line)),
    }),
  }),
})
