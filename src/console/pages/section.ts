import { h } from './dom.ts'
import { messageOf } from './failure.ts'
import { statusRegion } from './form.ts'

interface Section<Data> {
  title: string
  read: () => Promise<Data>
  /** What the section shows. `act` does something, shows what became of it, and reads again. */
  fill: (data: Data, act: (work: () => Promise<unknown>, done: string) => void) => readonly Node[]
}

/** A part of a page that is read again after each change. */
export async function section<Data>({ title, read, fill }: Section<Data>): Promise<HTMLElement> {
  const status = statusRegion()
  const content = h('div', { class: 'stack' })
  const update = async () => content.replaceChildren(...fill(await read(), act))
  const act = (work: () => Promise<unknown>, done: string): void => {
    work()
      .then(update)
      .then(
        () => status.say(done, 'success'),
        (error: unknown) => status.say(messageOf(error)),
      )
  }
  // One that cannot be read does not hide the others.
  await update().catch((error: unknown) => status.say(messageOf(error)))
  return h('section', { 'aria-label': title }, h('h2', {}, title), status.element, content)
}
