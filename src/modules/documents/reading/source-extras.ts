import type { DocumentNode, Leaf, TableColumn } from '../tree/types.ts'

/** What a text says beyond its tree: for anyone who looks for links, which the tree would not show. */
export class SourceExtras {
  readonly #html = new Map<Leaf, string>()
  readonly #titles = new Map<TableColumn, DocumentNode[]>()

  addHtml(leaf: Leaf, html: string): void {
    this.#html.set(leaf, this.htmlIn(leaf) + html)
  }

  setTitle(column: TableColumn, nodes: DocumentNode[]): void {
    this.#titles.set(column, nodes)
  }

  /** The tags within a leaf that are HTML and not words that look like it. */
  htmlIn(leaf: Leaf): string {
    return this.#html.get(leaf) ?? ''
  }

  /** The title of a column with its links, where it has some. */
  titleOf(column: TableColumn): readonly DocumentNode[] {
    return this.#titles.get(column) ?? []
  }
}
