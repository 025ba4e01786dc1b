/** The icons of the tools, which are loaded with them. */
const paths = {
  undo: 'M9 6 4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3',
  redo: 'm15 6 5 5-5 5m5-5H10a5 5 0 0 0 0 10h3',
  strong: 'M7 5h6a3.5 3.5 0 0 1 0 7H7zm0 7h7a3.5 3.5 0 0 1 0 7H7z',
  em: 'M10 5h8M6 19h8M14 5l-4 14',
  code: 'm8 7-5 5 5 5m8-10 5 5-5 5',
  strike: 'M4 12h16M16.5 8C16 4 8 4 8 8c0 1.5 1 2.5 2.5 4m4.5 0c2 1 2.5 2 2.5 3.5 0 5-9.5 5-10 0',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1m2 3.5a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1',
  bullet: 'M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01',
  numbered: 'M10 6h10M10 12h10M10 18h10M4 4.5 5.5 4v4M4 11h2.5L4 14h2.5M4 17h2l-1 1.5h1V20H4',
  task: 'm3 6 2 2 3.5-4M3 16l2 2 3.5-4M12 6h9m-9 10h9',
  quote: 'M5 17c3-1 4-4 4-9H5v5h4m6 4c3-1 4-4 4-9h-4v5h4',
  outdent: 'M4 5h16M11 10h9m-9 4h9M4 19h16M7 9l-3 3 3 3',
  indent: 'M4 5h16M11 10h9m-9 4h9M4 19h16M4 9l3 3-3 3',
  table: 'M4 5h16v14H4zm0 5h16M4 15h16M10 5v14',
  insert: 'M12 5v14M5 12h14',
} as const

export type GlyphName = keyof typeof paths

export function Glyph({ name }: { name: GlyphName }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}
