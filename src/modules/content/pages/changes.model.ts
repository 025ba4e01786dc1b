import { z } from 'zod'
import { idField } from '../../../core/fields.ts'
import { conditionProblem, MAX_SLUG, SLUG_FORM } from '../../documents/index.ts'
import { hasOneText, ONE_TEXT, textMembers } from './body.model.ts'

export const MAX_CHANGES = 50
export const MAX_FILES = 20
/** Addresses to fetch from in one request, in all of its changes together. */
export const MAX_URLS = 20
export const MAX_INLINE_FILE = 1024 * 1024
const MAX_BLOCKS = 50
const MAX_KEY = 100

/** A page of this revision by its id, or one that the same batch inserts by the name it gave it. */
const pageRef = (description: string) =>
  z
    .string()
    .regex(/^[a-zA-Z0-9_-]{1,64}$/, 'Send the id of a page, or the ref of one that this batch inserts.')
    .meta({ scalar: 'ID', description })

const ref = z
  .string()
  .regex(/^[a-zA-Z0-9_-]{1,64}$/, 'Use letters, digits, hyphens and underscores.')
  .optional()
  .meta({ description: 'A name by which later changes of the same batch may call it.' })

const at = z
  .int()
  .min(0)
  .optional()
  .meta({ description: 'The position among its siblings; the end when left out.' })

const Slug = z
  .string()
  .max(MAX_SLUG)
  .regex(SLUG_FORM, 'Use letters, digits, dots, hyphens and underscores, and begin with a letter or a digit.')

const flag = (description: string) => z.boolean().optional().meta({ description })

const LinkTarget = z
  .object({
    kind: z.enum(['url', 'page', 'file', 'space']).meta({ description: 'What it leads to.' }),
    url: z
      .url({ protocol: /^(https?|mailto)$/ })
      .max(2048)
      .optional()
      .meta({ description: 'The address.' }),
    page: idField('Page', 'The page.').optional(),
    file: idField('File', 'The file.').optional(),
    space: idField('Space', 'The space.').optional(),
  })
  .refine((target) => target[target.kind] !== undefined, 'Give the member that the kind names.')
  .meta({
    title: 'LinkTarget',
    description: 'What a link in the table of contents points to.',
    exactlyOne: 'kind',
  })

const metadata = {
  title: z.string().trim().min(1).max(256).optional().meta({ description: 'What the page is called.' }),
  linkTitle: z
    .string()
    .trim()
    .max(100)
    .optional()
    .meta({ description: 'What links to it say; empty clears it.' }),
  slug: Slug.optional().meta({ description: 'Its part of the path; made from the title when left out.' }),
  emoji: z.string().max(50).optional().meta({ description: 'An emoji; empty clears it.' }),
  icon: z.string().max(100).optional().meta({ description: 'The name of an icon; empty clears it.' }),
  description: z.string().max(2000).optional().meta({ description: 'What it is about; empty clears it.' }),
  hidden: flag('Left out of the table of contents.'),
  noIndex: flag('Left out of the search.'),
  noRobotsIndex: flag('Left out of search engines.'),
  condition: z
    .string()
    .max(1024)
    .superRefine((condition, ctx) => {
      const problem = conditionProblem(condition)
      if (problem !== null) ctx.addIssue({ code: 'custom', message: problem })
    })
    .optional()
    .meta({ description: 'Who sees it; empty clears it.' }),
}

export const pageTypes = ['document', 'group', 'link'] as const
export const NewPageType = z.enum(pageTypes)

export const InsertPage = z
  .object({
    operation: z.literal('insert_page'),
    type: NewPageType.default('document').meta({ description: 'A page of text unless told otherwise.' }),
    ...textMembers('Its text.'),
    target: LinkTarget.optional().meta({ description: 'Where a page of type link leads.' }),
    ...metadata,
    into: pageRef('The page above it; the root when left out.').optional(),
    at,
    ref,
  })
  .refine(hasOneText, ONE_TEXT)
  .meta({ description: 'Inserts a page.' })

export const UpdatePage = z
  .object({
    operation: z.literal('update_page'),
    page: pageRef('The page.'),
    ...textMembers('Its new text.'),
    target: LinkTarget.optional().meta({ description: 'Where a page of type link leads.' }),
    ...metadata,
    into: pageRef('The page to move it below; null moves it to the root.').nullable().optional(),
    at,
  })
  .refine(hasOneText, ONE_TEXT)
  .meta({ description: 'Changes, moves or rewrites a page.' })

export const DeletePage = z
  .object({
    operation: z.literal('delete_page'),
    page: pageRef('The page; everything below it goes too.'),
  })
  .meta({ description: 'Deletes a page and everything below it.' })

export const RevertPage = z
  .object({
    operation: z.literal('revert_page'),
    page: pageRef('The page.'),
    revision: idField(
      'Revision',
      'The revision to take it from; what the change request came from when left out.',
    ).optional(),
    block: z
      .array(z.string().min(1).max(MAX_KEY))
      .min(1, 'Name at least one block, or leave it out to revert the whole page.')
      .max(MAX_BLOCKS)
      .optional()
      .meta({
        description: `Keys of nodes of the document, as it is now or as it was: only what changed about these is taken back. At most ${MAX_BLOCKS}.`,
      }),
  })
  .meta({ description: 'Takes a page, or some of its blocks, back to an earlier revision.' })

// Lines and both alphabets, as programs write them: what is not understood would be left out without a word.
const BASE64 = /^[A-Za-z0-9+/_\-\s]*(?:={1,2}\s*)?$/

export const NewFile = z
  .object({
    name: z.string().min(1).max(256).meta({ description: 'The name of the file.' }),
    contentType: z
      .string()
      .max(200)
      .optional()
      .meta({ description: 'What it claims to be; looked at all the same.' }),
    ref,
    url: z
      .url({ protocol: /^https?$/ })
      .max(2048)
      .optional()
      .meta({ description: 'A public address to fetch it from.' }),
    base64: z
      .string()
      .max(Math.ceil((MAX_INLINE_FILE * 4) / 3) + 4)
      .regex(BASE64, 'Send the bytes in base64.')
      .optional()
      .meta({ description: 'Its bytes, at most 1 MB.' }),
  })
  .refine((file) => (file.url === undefined) !== (file.base64 === undefined), 'Give either url or base64.')
  .meta({ title: 'NewFile', description: 'A file to insert.' })

export const InsertFiles = z
  .object({
    operation: z.literal('insert_files'),
    files: z
      .array(NewFile)
      .min(1)
      .max(MAX_FILES)
      .meta({ description: `The files, at most ${MAX_FILES}.` }),
  })
  .meta({ description: 'Inserts files.' })

export const DeleteFile = z
  .object({
    operation: z.literal('delete_file'),
    file: idField('File', 'The file.'),
  })
  .meta({ description: 'Deletes a file.' })

const VARIABLE_NAME = /^[a-zA-Z][a-zA-Z0-9_]*$/

export const SetVariable = z
  .object({
    operation: z.literal('set_variable'),
    name: z
      .string()
      .max(100)
      .regex(VARIABLE_NAME, 'Begin with a letter; use letters, digits and underscores.')
      .meta({
        description: 'The name of the variable.',
      }),
    value: z.string().max(256).nullable().meta({ description: 'Its value; null removes the variable.' }),
  })
  .meta({ description: 'Sets or removes a variable of the space.' })

export const InsertReusableContent = z
  .object({
    operation: z.literal('insert_reusable_content'),
    title: z.string().trim().min(1).max(256).meta({ description: 'What it is called.' }),
    ...textMembers('Its text.'),
    ref,
  })
  .refine(hasOneText, ONE_TEXT)
  .meta({ description: 'Inserts a reusable content.' })

export const UpdateReusableContent = z
  .object({
    operation: z.literal('update_reusable_content'),
    reusableContent: idField('ReusableContent', 'The reusable content.'),
    title: z.string().trim().min(1).max(256).optional().meta({ description: 'What it is called.' }),
    ...textMembers('Its new text.'),
  })
  .refine(hasOneText, ONE_TEXT)
  .meta({ description: 'Changes a reusable content.' })

export const DeleteReusableContent = z
  .object({
    operation: z.literal('delete_reusable_content'),
    reusableContent: idField('ReusableContent', 'The reusable content.'),
  })
  .meta({ description: 'Deletes a reusable content.' })

export const ContentChange = z
  .discriminatedUnion('operation', [
    InsertPage,
    UpdatePage,
    DeletePage,
    RevertPage,
    InsertFiles,
    DeleteFile,
    SetVariable,
    InsertReusableContent,
    UpdateReusableContent,
    DeleteReusableContent,
  ])
  .meta({ title: 'ContentChange', description: 'One change of a batch: exactly one of these fields.' })
export type ContentChange = z.output<typeof ContentChange>
export type PageMembers = Pick<z.output<typeof UpdatePage>, keyof typeof metadata>
export type ChangeOf<Operation extends ContentChange['operation']> = Extract<
  ContentChange,
  { operation: Operation }
>

export const ContentChanges = z
  .array(ContentChange)
  .min(1)
  .max(MAX_CHANGES)
  .superRefine((changes, ctx) => {
    const urls = changes.flatMap((change, at) =>
      change.operation === 'insert_files'
        ? change.files.flatMap(({ url }) => (url === undefined ? [] : at))
        : [],
    )
    const first = urls[MAX_URLS]
    if (first === undefined) return
    const message = `These changes name ${urls.length} urls to fetch from; ${MAX_URLS} are allowed in one request. Send the others in another request.`
    ctx.addIssue({ code: 'custom', path: [first, 'files'], message })
  })
  .meta({
    description: `What to change, at most ${MAX_CHANGES} with ${MAX_URLS} urls of files; all of it or nothing.`,
  })
