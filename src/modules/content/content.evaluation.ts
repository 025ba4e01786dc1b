import type { BatchDefinition, RequestLoaders } from '../../core/lists/definitions.ts'
import { readOf } from '../../core/lists/loaders.ts'
import { type Evaluation, evaluatedSource, mayNeedEvaluation, splitSource } from '../documents/index.ts'
import type { PageRecord, ReusableRecord, Variables } from '../revisions/index.ts'
import { generatedText } from './computed/generated.ts'
import { sourceOf } from './content.loaders.ts'
import type { Content } from './content-scope.ts'
import { includesIn, isIncludeOf } from './pages/includes.ts'
import type { EvaluatedFor } from './readers/seen-content.ts'

const MAX_LEVELS = 8

/** The data that the sources of one revision are evaluated with. */
export interface Ingredients {
  /** Whose work it is: see `runTextTask`. */
  organizationId?: string | undefined
  variables(): Promise<Variables>
  reusables(): Promise<ReadonlyMap<string, ReusableRecord>>
  /** The source text with a hash. Empty if there is none. */
  text(hash: string | undefined): Promise<string>
}

type WithVariables = Pick<PageRecord, 'variables'>

/** What a source is evaluated with. Null if it contains nothing to evaluate. */
async function evaluationOf(
  ingredients: Ingredients,
  source: string,
  page?: WithVariables,
  reader?: EvaluatedFor,
): Promise<Evaluation | null> {
  if (!mayNeedEvaluation(source)) return null
  const included = await includedBy(ingredients, source)
  const scope = {
    space: { vars: await ingredients.variables() },
    page: { vars: page?.variables ?? {} },
    ...reader,
  }
  return { source, scope, included }
}

/** Evaluates the variables, conditions and includes of a source, for a reader of a site if there is one. */
export async function evaluatedWith(
  ingredients: Ingredients,
  source: string,
  page?: WithVariables,
  reader?: EvaluatedFor,
): Promise<string> {
  const evaluation = await evaluationOf(ingredients, source, page, reader)
  return evaluation ? evaluatedSource(evaluation, ingredients.organizationId) : source
}

/** All reusable contents of a revision, read once per request. */
const reusablesOf: BatchDefinition<Content, ReadonlyMap<string, ReusableRecord>> = {
  name: 'reusablesOf',
  cacheKey: ({ revision }) => revision.id,
  batch: (_reads, contents) => Promise.all(contents.map(({ snapshot }) => snapshot.allReusables())),
}

/** The data of a request, which reads in batches. */
const ingredientsIn = (reads: RequestLoaders, content: Content): Ingredients => ({
  organizationId: reads.viewer.userId,
  variables: content.snapshot.variables,
  reusables: async () => (await reads.load(reusablesOf, content)) ?? new Map(),
  text: (hash) => sourceOf(reads, content, hash),
})

const evaluated = (reads: RequestLoaders, content: Content, source: string, page?: WithVariables) =>
  evaluatedWith(ingredientsIn(reads, content), source, page, content.seen?.evaluatedFor)

/** What a text is evaluated with, stored or not, for the code that renders it. Null if it needs no evaluation. */
export const evaluationIn = (
  reads: RequestLoaders,
  content: Content,
  source: string,
  page?: WithVariables,
): Promise<Evaluation | null> => evaluationOf(ingredientsIn(reads, content), source, page)

/** A text of a revision by its hash, as written or evaluated. */
interface TextRequest {
  content: Content
  document: string | undefined
  evaluated: boolean
  /** The page that has the text: its variables, or what its text is computed from. */
  page?: PageRecord
}

/** For API layers. */
export const textIn = readOf(
  'space:read',
  async (reads, { content, document, page, ...request }: TextRequest): Promise<string> => {
    if (page?.computedSeed !== undefined) return generatedText(reads, page)
    const source = await sourceOf(reads, content, document)
    if (content.seen) {
      // The source could name what is hidden from the reader.
      return splitSource(await evaluated(reads, content, source, page)).body
    }
    return request.evaluated ? evaluated(reads, content, source, page) : source
  },
  { forReaders: true },
)

/** The texts that a source includes, directly or indirectly, by their reference. */
async function includedBy(ingredients: Ingredients, source: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  let targets = includesIn(source)
  for (let level = 0; level < MAX_LEVELS && targets.length > 0; level += 1) {
    const reusables = [...(await ingredients.reusables())]
    const texts = await Promise.all(
      [...new Set(targets)].map(async (target): Promise<[string, string] | null> => {
        const [, reusable] = reusables.find(([id, record]) => isIncludeOf(target, id, record)) ?? []
        return reusable ? [target, await ingredients.text(reusable.document)] : null
      }),
    )
    for (const text of texts) if (text) found.set(text[0], text[1])
    targets = texts
      .flatMap((text) => (text ? includesIn(text[1]) : []))
      .filter((target) => !found.has(target))
  }
  return found
}
