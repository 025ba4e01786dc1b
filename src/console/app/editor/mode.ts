/** What an editing mode is given. The text is the page's Markdown as the server stores it. */
export interface ModeProps {
  initialText: string
  /** The accessible name of the text field. */
  label: string
  /** Called after each edit, with the whole text. */
  onChange: (text: string) => void
  onReady: (handle: ModeHandle) => void
}

export interface ModeHandle {
  text(): string
  /** Replaces the text, for example by one that the server merged; the cursor stays at the same place of the text where that still exists. */
  replace(text: string): void
  /** Inserts Markdown blocks or inline text at the cursor. */
  insert(markdown: string): void
  focus(line?: number): void
  /** The line of the cursor, so that the other mode opens at the same place. */
  line(): number
}
