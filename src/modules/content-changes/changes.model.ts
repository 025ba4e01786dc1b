import { z } from 'zod'
import { idField } from '../../core/fields.ts'
import { MAX_SLUG, SLUG_FORM } from '../../core/slugs.ts'
import { conditionProblem } from '../documents/index.ts'
import { hasOneText, ONE_TEXT, textMembers } from './body.model.ts'
import { OpenAPISource } from './computed.model.ts'

const MAX_CHANGES = 50
export const MAX_FILES = 20
/** The maximum number of URLs to fetch in one request, over all of its changes. */
const MAX_URLS = 20
export const MAX_INLINE_FILE = 1024 * 1024
const MAX_BLOCKS = 50
const MAX_KEY = 100

/** A page of this revision by its id, or a page that the same batch inserts by its `ref`. */
const pageRef = (description: string) =>
  z
    .string()
    .regex(/^[a-zA-Z0-9_-]{1,64}$/, 'must be the id of a page, or the ref of one that this batch inserts')
    .meta({ scalar: 'ID', description })

const ref = z
  .string()
  .regex(/^[a-zA-Z0-9_-]{1,64}$/, 'must have only letters, digits, hyphens and underscores')
  .optional()
  .meta({ description: 'A name that later changes of the same batch can use as the ID of the new resource.' })

const at = z
  .int()
  .min(0)
  .optional()
  .meta({ description: 'The position among the siblings, from 0. If omitted, the last position.' })

const Slug = z
  .string()
  .max(MAX_SLUG)
  .regex(
    SLUG_FORM,
    'must have only letters, digits, dots, hyphens and underscores, and begin with a letter or a digit',
  )

const flag = (description: string) => z.boolean().optional().meta({ description })

const LinkTarget = z
  .object({
    kind: z.enum(['url', 'page', 'file', 'space']).meta({ description: 'The kind of target.' }),
    url: z
      .url({ protocol: /^(https?|mailto)$/ })
      .max(2048)
      .optional()
      .meta({ description: 'The URL.' }),
    page: idField('Page', 'The ID of the page.').optional(),
    file: idField('File', 'The ID of the file.').optional(),
    space: idField('Space', 'The ID of the space.').optional(),
  })
  .refine((target) => target[target.kind] !== undefined, 'must have the field that the kind names')
  .meta({
    title: 'LinkTarget',
    description: 'What a link in the table of contents points to.',
    exactlyOne: 'kind',
  })

const metadata = {
  title: z.string().trim().min(1).max(256).optional().meta({ description: 'The title of the page.' }),
  linkTitle: z
    .string()
    .trim()
    .max(100)
    .optional()
    .meta({ description: 'The text of links to this page. An empty string removes it.' }),
  slug: Slug.optional().meta({
    description: 'The slug: the last segment of the path. If omitted, it is derived from the title.',
  }),
  emoji: z.string().max(50).optional().meta({ description: 'The emoji. An empty string removes it.' }),
  icon: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'The name of the icon. An empty string removes it.' }),
  description: z
    .string()
    .max(2000)
    .optional()
    .meta({ description: 'The description. An empty string removes it.' }),
  hidden: flag('Whether the page is hidden from the table of contents.'),
  noIndex: flag('Whether the page is excluded from search.'),
  noRobotsIndex: flag('Whether the page is excluded from search engines.'),
  condition: z
    .string()
    .max(1024)
    .superRefine((condition, ctx) => {
      const problem = conditionProblem(condition)
      if (problem !== null) ctx.addIssue({ code: 'custom', message: problem })
    })
    .optional()
    .meta({ description: 'The expression that decides who can see the page. An empty string removes it.' }),
}

const pageTypes = ['document', 'group', 'link', 'computed'] as const
export const NewPageType = z.enum(pageTypes)

const InsertPage = z
  .object({
    operation: z.literal('insert_page'),
    type: NewPageType.default('document').meta({ description: 'The type of the page.' }),
    ...textMembers('The text.'),
    target: LinkTarget.optional().meta({ description: 'The target of a page of the type `LINK`.' }),
    computed: OpenAPISource.optional().meta({
      description: 'The source of a page of the type `COMPUTED`, which is read as the pages of the source.',
    }),
    ...metadata,
    into: pageRef('The parent page. If omitted, the page is inserted at the root.').optional(),
    at,
    ref,
  })
  .refine(hasOneText, ONE_TEXT)
  .meta({ description: 'Inserts a page.' })

const UpdatePage = z
  .object({
    operation: z.literal('update_page'),
    page: pageRef('The ID of the page, or the `ref` of a page that this batch inserts.'),
    ...textMembers('The new text.'),
    target: LinkTarget.optional().meta({ description: 'The target of a page of the type `LINK`.' }),
    ...metadata,
    into: pageRef('The new parent page. Null moves the page to the root.').nullable().optional(),
    at,
  })
  .refine(hasOneText, ONE_TEXT)
  .meta({ description: 'Updates or moves a page.' })

const DeletePage = z
  .object({
    operation: z.literal('delete_page'),
    page: pageRef('The ID of the page. Its descendants are deleted too.'),
  })
  .meta({ description: 'Deletes a page and all pages below it.' })

const RevertPage = z
  .object({
    operation: z.literal('revert_page'),
    page: pageRef('The ID of the page, or the `ref` of a page that this batch inserts.'),
    revision: idField(
      'Revision',
      'The ID of the revision to revert to. If omitted, the revision that the change request is based on.',
    ).optional(),
    block: z
      .array(z.string().min(1).max(MAX_KEY))
      .min(1, 'must have at least one block. Omit it to revert the whole page.')
      .max(MAX_BLOCKS)
      .optional()
      .meta({
        description: `The keys of blocks of the current or the earlier document, at most ${MAX_BLOCKS}. Only these blocks are reverted. If omitted, the whole page.`,
      }),
  })
  .meta({ description: 'Reverts a page, or some of its blocks, to an earlier revision.' })

// Standard and URL-safe Base64, with line breaks. Invalid characters would otherwise be skipped silently.
const BASE64 = /^[A-Za-z0-9+/_\-\s]*(?:={1,2}\s*)?$/

const NewFile = z
  .object({
    name: z.string().min(1).max(256).meta({ description: 'The name of the file.' }),
    contentType: z.string().max(200).optional().meta({ description: 'The media type. It is verified.' }),
    ref,
    url: z
      .url({ protocol: /^https?$/ })
      .max(2048)
      .optional()
      .meta({ description: 'A public URL to fetch the file from.' }),
    base64: z
      .string()
      .max(Math.ceil((MAX_INLINE_FILE * 4) / 3) + 4)
      .regex(BASE64, 'must be base64')
      .optional()
      .meta({ description: 'The content in base64, at most 1 MB.' }),
  })
  .refine(
    (file) => (file.url === undefined) !== (file.base64 === undefined),
    'must have either url or base64',
  )
  .meta({ title: 'NewFile', description: 'A file to insert.' })

const InsertFiles = z
  .object({
    operation: z.literal('insert_files'),
    files: z
      .array(NewFile)
      .min(1)
      .max(MAX_FILES)
      .meta({ description: `The files, at most ${MAX_FILES}.` }),
  })
  .meta({ description: 'Inserts files.' })

const UpdateFile = z
  .object({
    operation: z.literal('update_file'),
    file: idField('File', 'The ID of the file.'),
    name: z.string().trim().min(1).max(256).meta({ description: 'The new name of the file.' }),
  })
  .meta({ description: 'Renames a file. Links to it stay valid.' })

const DeleteFile = z
  .object({
    operation: z.literal('delete_file'),
    file: idField('File', 'The ID of the file.'),
  })
  .meta({ description: 'Deletes a file.' })

const VARIABLE_NAME = /^[a-zA-Z][a-zA-Z0-9_]*$/

const SetVariable = z
  .object({
    operation: z.literal('set_variable'),
    name: z
      .string()
      .max(100)
      .regex(VARIABLE_NAME, 'must begin with a letter and have only letters, digits and underscores')
      .meta({
        description: 'The name of the variable.',
      }),
    value: z.string().max(256).nullable().meta({ description: 'The value. Null removes the variable.' }),
  })
  .meta({ description: 'Sets or removes a variable of the space.' })

const InsertReusableContent = z
  .object({
    operation: z.literal('insert_reusable_content'),
    title: z.string().trim().min(1).max(256).meta({ description: 'The title.' }),
    ...textMembers('The text.'),
    ref,
  })
  .refine(hasOneText, ONE_TEXT)
  .meta({ description: 'Inserts a reusable content.' })

const UpdateReusableContent = z
  .object({
    operation: z.literal('update_reusable_content'),
    reusableContent: idField('ReusableContent', 'The ID of the reusable content.'),
    title: z.string().trim().min(1).max(256).optional().meta({ description: 'The title.' }),
    ...textMembers('The new text.'),
  })
  .refine(hasOneText, ONE_TEXT)
  .meta({ description: 'Updates a reusable content.' })

const DeleteReusableContent = z
  .object({
    operation: z.literal('delete_reusable_content'),
    reusableContent: idField('ReusableContent', 'The ID of the reusable content.'),
  })
  .meta({ description: 'Deletes a reusable content.' })

export const ContentChange = z
  .discriminatedUnion('operation', [
    InsertPage,
    UpdatePage,
    DeletePage,
    RevertPage,
    InsertFiles,
    UpdateFile,
    DeleteFile,
    SetVariable,
    InsertReusableContent,
    UpdateReusableContent,
    DeleteReusableContent,
  ])
  .meta({ title: 'ContentChange', description: 'One change of a batch. Set exactly one field.' })
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
    const message = `has ${urls.length} urls to fetch from; at most ${MAX_URLS} are allowed in one request. Send the others in another request.`
    ctx.addIssue({ code: 'custom', path: [first, 'files'], message })
  })
  .meta({
    description: `The changes, at most ${MAX_CHANGES}, with at most ${MAX_URLS} URLs of files. They are applied completely or not at all.`,
  })
