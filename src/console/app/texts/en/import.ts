/** What leads to an import. */
export const imports = {
  below: 'Import below…',
  action: 'Import…',
  empty: 'No pages yet. Write the first one, or import.',
  createAndImport: 'Create and import',
}
