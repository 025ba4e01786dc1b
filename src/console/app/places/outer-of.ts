type Nested = { readonly id: string; readonly parent: { readonly id: string } | null | undefined }

/** The collection that the parent of a collection is in. */
export function outerOf(collections: readonly Nested[], id: string | undefined): string | undefined {
  const parent = collections.find((each) => each.id === id)?.parent?.id
  return collections.find((each) => each.id === parent)?.parent?.id
}
