import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import { BookLinks, type BookPage } from '../book/links.ts'
import { renderPdf } from '../drawing/render.ts'
import type { PdfPage } from '../drawing/types.ts'
import type { FromPdfWorker, PdfAnswer, PdfOrder, PdfQuestion } from './worker-messages.ts'

// The main thread started this file with one of these.
const port = parentPort as NonNullable<typeof parentPort>

const say = (message: FromPdfWorker, ...moved: ArrayBuffer[]) => port.postMessage(message, moved)

// Both sides take turns: the next message is always the one that is waited for.
async function next<Message>(): Promise<Message> {
  const [message] = (await once(port, 'message')) as [Message]
  return message
}

async function ask<Answer extends PdfAnswer>(question: PdfQuestion): Promise<Answer | null> {
  const answer = next<Answer | null>()
  say(question)
  return answer
}

async function make({ book, pageIdPrefix, createdAt, language }: PdfOrder): Promise<void> {
  const links = new BookLinks(book.pages, pageIdPrefix)
  const places = new Map<PdfPage, number>(book.pages.map((page, at) => [page, at]))
  const placeOf = (page: PdfPage): number => places.get(page) ?? -1
  const pdf = renderPdf(
    {
      ...book,
      loadMarkdown: (page) => ask<string>({ markdown: placeOf(page) }),
      loadImage: (image, page) => ask<Uint8Array>({ image, page: placeOf(page) }),
      // The renderer returns the pages that it was given.
      resolveLink: (href, page) => links.resolve(href, page as BookPage),
    },
    { createdAt, ...(language === undefined ? {} : { language }) },
  )
  for await (const chunk of pdf) {
    // A copy, because it is transferred and chunks can share their memory.
    const bytes = new Uint8Array(chunk as Uint8Array)
    say({ bytes }, bytes.buffer)
  }
}

for (let order = await next<PdfOrder>(); ; order = await next<PdfOrder>()) {
  await make(order)
  say({ done: true })
}
