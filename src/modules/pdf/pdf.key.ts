import type { Revision } from '../../generated/prisma/client.ts'
import { canonicalJson, hashOf } from '../revisions/index.ts'
import type { BookPart } from './book/book.ts'

/** Increase this when the same content is rendered differently, so that stored PDFs are rendered again. */
const RENDERER = 5

type Roots = Pick<Revision, 'pagesRoot' | 'foldersRoot' | 'filesRoot' | 'reusablesRoot' | 'variables'>

/** The hash of everything that affects the PDF. Revisions with the same content share it. */
export const pdfKey = (
  { pagesRoot, foldersRoot, filesRoot, reusablesRoot, variables }: Roots,
  { title, language, logo }: { title: string; language: string | null; logo: string | null },
  { page, only }: BookPart,
): string =>
  hashOf(
    canonicalJson({
      renderer: RENDERER,
      page,
      only,
      title,
      language,
      ...(logo === null ? {} : { logo }),
      pages: pagesRoot,
      folders: foldersRoot,
      files: filesRoot,
      reusables: reusablesRoot,
      variables,
    }),
  )
