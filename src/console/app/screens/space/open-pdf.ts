import { toast } from '../../parts/toasts.ts'
import { texts } from '../../texts/index.ts'

/** Opens the PDF of a page, or of all pages of a space, in another tab. */
export async function openPdf(space: string, page?: string): Promise<void> {
  // Opened before the answer, because browsers allow windows only at a click.
  const opened = open('', '_blank')
  const url = await import('./read-pdf.ts').then(({ readPdf }) => readPdf(space, page)).catch(() => null)
  if (url && opened) opened.location.href = url
  else {
    opened?.close()
    toast(texts.page.failed)
  }
}
