import { expect, it } from 'vitest'
import { conflictingSegments, mergedText } from '../../src/console/app/editor/saves/merge-lines.ts'
import {
  type Pending,
  type Progress,
  type SaveAnswer,
  Saver,
} from '../../src/console/app/editor/saves/saver.ts'

const TEXT = 'One.\n\nTwo.\n\nThree.\n'

interface Sent extends Pending {
  revision: string
  answer: (answer: SaveAnswer) => Promise<void>
}

/** A saver with a server that answers when it is told to, and a clock that moves when it is told to. */
function opened(progress: Partial<Progress> = {}) {
  const sent: Sent[] = []
  const states: string[] = []
  const waiting: { run: () => void; ms: number }[] = []
  let kept: Progress | null = null
  let shown = progress.text ?? TEXT
  let keys = 0
  const saver = new Saver({
    progress: { base: { revision: 'r0', text: TEXT }, pending: null, text: shown, ...progress },
    send: (pending, { revision }) =>
      new Promise((resolve) => {
        sent.push({
          ...pending,
          revision,
          answer: async (answer) => {
            resolve(answer)
            await new Promise(setImmediate)
          },
        })
      }),
    onProgress: (now) => {
      kept = now
    },
    onSettled: () => {
      kept = null
    },
    onState: ({ kind }) => states.push(kind),
    onReplace: (text) => {
      shown = text
    },
    newKey: () => `key${++keys}`,
    later: (run, ms) => {
      const entry = { run, ms }
      waiting.push(entry)
      return () => void waiting.splice(waiting.indexOf(entry), 1)
    },
  })
  saver.start()
  return {
    saver,
    sent,
    states,
    waiting,
    kept: () => kept,
    shown: () => shown,
    type: (text: string) => {
      shown = text
      saver.edit(text)
    },
    /** Lets the time pass until the next timer. */
    pass: () => waiting.shift()?.run(),
    last: () => sent.at(-1) as Sent,
  }
}

const saved = (revision: string, text: string): SaveAnswer => ({ kind: 'saved', revision, at: '10:42', text })

it('text that is opened, focused and left is not sent', () => {
  const { saver, sent, kept, states } = opened()
  saver.edit(TEXT)
  saver.save()
  saver.save()
  expect([sent, kept(), states]).toEqual([[], null, ['clean']])
})

it('an edit is in the draft at once, is sent after a rest, and is saved once the server has answered', async () => {
  const { type, sent, states, waiting, pass, last, kept } = opened()
  const [first, second] = [TEXT.replace('One', 'Uno'), TEXT.replace('One', 'Eins')]
  type(first)
  type(second)
  expect(kept()).toMatchObject({ text: second, base: { revision: 'r0' } })
  expect([sent.length, waiting.map(({ ms }) => ms)]).toEqual([0, [2_000]])
  pass()
  expect(last()).toMatchObject({ key: 'key1', text: second, revision: 'r0' })
  expect(states.at(-1)).toBe('saving')
  await last().answer(saved('r1', second))
  expect([states.at(-1), kept()]).toEqual(['saved', null])
  type(`${second}More.\n`)
  pass()
  expect(last()).toMatchObject({ key: 'key2', revision: 'r1' })
})

it('an edit that is undone is not sent and leaves no draft', () => {
  const { type, sent, kept, waiting } = opened()
  type(`${TEXT}More.`)
  type(TEXT)
  expect([sent, kept(), waiting]).toEqual([[], null, []])
})

it('never two saves are on their way: what is typed meanwhile follows on the new revision', async () => {
  const { type, saver, sent, pass, last, states } = opened()
  type('One and a half.\n')
  saver.save()
  type('One and a half, and more.\n')
  saver.save()
  saver.save()
  expect(sent.length).toBe(1)
  await last().answer(saved('r1', 'One and a half.\n'))
  expect(states.at(-1)).toBe('edited')
  pass()
  expect(last()).toMatchObject({ key: 'key2', revision: 'r1', text: 'One and a half, and more.\n' })
})

it('what may have arrived is sent again with its key before anything newer', async () => {
  const { type, saver, pass, last, states, sent, waiting, kept } = opened()
  type('A')
  saver.save()
  await last().answer({ kind: 'unknown' })
  type('AB')
  expect([states.at(-1), sent.length]).toEqual(['retrying', 1])
  expect(kept()).toMatchObject({ pending: { key: 'key1', text: 'A' }, text: 'AB' })
  pass()
  expect(last()).toMatchObject({ key: 'key1', text: 'A', revision: 'r0' })
  await last().answer({ kind: 'unknown' })
  expect(waiting.at(-1)?.ms).toBe(5_000)
  // The browser is online again.
  saver.save()
  await last().answer(saved('r1', 'A'))
  pass()
  expect(last()).toMatchObject({ key: 'key2', text: 'AB', revision: 'r1' })
})

it('a later visit goes on with the key of what was on its way', () => {
  const { last, states } = opened({ pending: { key: 'kept', text: 'A' }, text: 'AB' })
  expect(last()).toMatchObject({ key: 'kept', text: 'A', revision: 'r0' })
  expect(states).toEqual(['clean', 'edited', 'saving'].slice(1))
})

it('a merged text replaces the one of the editor, with what was typed meanwhile', async () => {
  const { type, saver, last, shown, states, pass } = opened()
  const ours = TEXT.replace('Three', 'Drei')
  type(ours)
  saver.save()
  type(`${ours}\nFour.\n`)
  const merged = ours.replace('One', 'Uno')
  await last().answer(saved('r2', merged))
  expect(shown()).toBe(`${merged}\nFour.\n`)
  expect(states.at(-1)).toBe('edited')
  pass()
  expect(last()).toMatchObject({ revision: 'r2', text: `${merged}\nFour.\n` })
})

it('a conflict keeps both versions until somebody has decided', async () => {
  const { type, saver, last, states, shown, kept, sent } = opened()
  const ours = TEXT.replace('One', 'Ours')
  const theirs = TEXT.replace('One', 'Theirs')
  type(ours)
  saver.save()
  await last().answer({ kind: 'conflict', conflict: { base: TEXT, theirs, revision: 'r1' } })
  expect([states.at(-1), shown()]).toEqual(['conflict', ours])
  expect(kept()).toMatchObject({ base: { revision: 'r0' }, text: ours })
  type(`${ours}More.\n`)
  saver.save()
  expect(sent.length).toBe(1)
  const both = `Theirs.\n${ours}`
  saver.resolve(both)
  expect(last()).toMatchObject({ revision: 'r1', text: both })
  await last().answer(saved('r2', both))
  expect([states.at(-1), kept()]).toEqual(['saved', null])
})

it('lines that others merged and that were typed in meanwhile are a conflict, also for a later visit', async () => {
  const { type, saver, last, states, kept, shown } = opened()
  type(TEXT.replace('Three', 'Drei'))
  saver.save()
  const typed = TEXT.replace('Three', 'Drei').replace('One', 'Ours')
  type(typed)
  await last().answer(saved('r2', TEXT.replace('Three', 'Drei').replace('One', 'Theirs')))
  expect([states.at(-1), shown()]).toEqual(['conflict', typed])
  expect(kept()).toMatchObject({ base: { revision: 'r0' }, text: typed, pending: null })
})

it('the text of others is taken while everything is saved, and left to the next save otherwise', () => {
  const { saver, type, shown } = opened()
  const theirs = TEXT.replace('One', 'Uno')
  expect(saver.take({ revision: 'r1', text: theirs })).toBe(true)
  expect(shown()).toBe(theirs)
  type(`${theirs}More.\n`)
  expect(saver.take({ revision: 'r2', text: 'Other.\n' })).toBe(false)
  expect([shown(), saver.base.revision]).toEqual([`${theirs}More.\n`, 'r1'])
})

it('what the server refuses is said, stays in the draft, and is tried again after the next edit', async () => {
  const { type, saver, last, kept, states, pass } = opened()
  type('A')
  saver.save()
  await last().answer({ kind: 'refused', code: 'FORBIDDEN', message: 'No.' })
  expect([states.at(-1), kept()?.text]).toEqual(['refused', 'A'])
  type('AB')
  pass()
  expect(last()).toMatchObject({ key: 'key2', text: 'AB' })
})

it('after another tab took over, nothing is sent and the answer changes nothing', async () => {
  const { type, saver, last, sent, states, waiting } = opened()
  type('A')
  saver.save()
  saver.close()
  await last().answer(saved('r1', 'A'))
  saver.save()
  expect([sent.length, states.at(-1), waiting]).toEqual([1, 'saving', []])
})

it('texts are merged by lines, and conflicts have the lines of both', () => {
  const versions = { base: TEXT, theirs: TEXT.replace('One', 'Uno'), ours: TEXT.replace('Three', 'Drei') }
  expect(mergedText(versions)).toBe('Uno.\n\nTwo.\n\nDrei.\n')
  const clash = { ...versions, ours: TEXT.replace('One', 'Eins').replace('Three', 'Drei') }
  expect(mergedText(clash)).toBe(null)
  expect(conflictingSegments(clash)).toEqual([
    { kind: 'conflict', index: 0, primary: ['Uno.'], changed: ['Eins.'] },
    { kind: 'common', lines: ['', 'Two.', '', 'Drei.', ''] },
  ])
  // The server is more careful than a comparison of lines: then everything that differs is to decide.
  expect(conflictingSegments(versions)).toEqual([
    {
      kind: 'conflict',
      index: 0,
      primary: ['Uno.', '', 'Two.', '', 'Three.'],
      changed: ['One.', '', 'Two.', '', 'Drei.'],
    },
    { kind: 'common', lines: [''] },
  ])
})
