import { evaluatedWith, type Ingredients, textOfComputed } from '../../content/index.ts'
import { splitSource } from '../../documents/index.ts'
import type { PlacedPage, ReusableRecord, Snapshot } from '../../revisions/index.ts'
import { titleLength } from '../../site-rendering/index.ts'
import type { Reader } from '../reading/visits.ts'
import type { SpacePages } from './space-pages.ts'

function ingredientsOf(
  snapshot: Snapshot,
  texts: ReadonlyMap<string, string>,
  organizationId: string,
): Ingredients {
  let reusables: Promise<ReadonlyMap<string, ReusableRecord>> | undefined
  return {
    organizationId,
    variables: snapshot.variables,
    reusables: () => {
      reusables ??= snapshot.allReusables()
      return reusables
    },
    text: async (hash = '') =>
      texts.get(hash) ?? (hash === '' ? '' : ((await snapshot.documents([hash])).get(hash) ?? '')),
  }
}

/** The text of a page without front matter and title. */
export function bodyOf(source: string): string {
  const { body } = splitSource(source)
  return body.slice(titleLength(body))
}

/** The texts of pages as a reader sees them: without front matter and title, evaluated with their claims. */
export async function textsOf(
  { ctx, known, claims }: Reader,
  { snapshot }: SpacePages,
  pages: readonly PlacedPage[],
): Promise<string[]> {
  const hashes = new Set(pages.flatMap(({ page }) => page.document ?? []))
  const texts = await snapshot.documents([...hashes])
  const ingredients = ingredientsOf(snapshot, texts, known.site.organizationId)
  return Promise.all(
    pages.map(async ({ page }) => {
      if (page.computedSeed !== undefined) return textOfComputed(ctx.db, page)
      const source = texts.get(page.document ?? '') ?? ''
      const text = await evaluatedWith(ingredients, source, page, { visitor: { claims } })
      return bodyOf(text)
    }),
  )
}
