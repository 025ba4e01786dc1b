import type { DocumentNode, Leaf, TableColumn } from '../tree/types.ts'

/** Parts of a text that the document does not contain, for the extraction of links. */
export class SourceExtras {
  readonly #html = new Map<Leaf, string>()
  readonly #titles = new Map<TableColumn, DocumentNode[]>()

  addHtml(leaf: Leaf, html: string): void {
    this.#html.set(leaf, this.htmlIn(leaf) + html)
  }

  setTitle(column: TableColumn, nodes: DocumentNode[]): void {
    this.#titles.set(column, nodes)
  }

  /** The parts of a leaf that are HTML tags, as opposed to text that looks like a tag. */
  htmlIn(leaf: Leaf): string {
    return this.#html.get(leaf) ?? ''
  }

  /** The title of a column including its links, if it has any. */
  titleOf(column: TableColumn): readonly DocumentNode[] {
    return this.#titles.get(column) ?? []
  }
}
