/**
 * The icons that buttons and rows have as well as texts: the path data of each, on a grid of 24. The others are in `icons.ts`, apart
 * from these, because few pages show them.
 */
export const controlIcons: Readonly<Record<string, string>> = {
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14m5 12 5 5',
  menu: 'M4 6h16M4 12h16M4 18h16',
  close: 'M6 6l12 12M18 6L6 18',
  chevron: 'M9 6l6 6-6 6',
  down: 'M6 9l6 6 6-6',
  'arrow-left': 'M19 12H5m6-6-6 6 6 6',
  'arrow-right': 'M5 12h14m-6-6 6 6-6 6',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  file: 'M14 3H6v18h12V7zm0 0v4h4',
  image: 'M4 5h16v14H4zm0 11 5-5 4 4 2-2 5 4M15 9h.01',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  check: 'M5 12l5 5 9-11',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1m2 3.5a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1',
  book: 'M12 6c-2-2-5-2-8-2v14c3 0 6 0 8 2 2-2 5-2 8-2V4c-3 0-6 0-8 2v14',
  home: 'M4 11l8-7 8 7v9h-6v-6h-4v6H4z',
  code: 'M8 7l-5 5 5 5m8-10 5 5-5 5',
  gear: 'M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6m0-6 1 3 3-1 3 3-1 3 3 1-3 1 1 3-3 3-3-1-1 3-1-3-3 1-3-3 1-3-3-1 3-1-1-3 3-3 3 1z',
  user: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8M4 21c0-4 3.5-6 8-6s8 2 8 6',
  users:
    'M9 5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7M2 20c0-4 3-5.5 7-5.5s7 1.5 7 5.5M16 5a3.5 3.5 0 0 1 0 7m2 3c2.5.5 4 2 4 5',
  folder: 'M3 6h6l2 2h10v11H3z',
  globe: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18m-9 9h18M12 3c-5 5-5 13 0 18 5-5 5-13 0-18',
  list: 'M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01',
  layers: 'M12 3l9 5-9 5-9-5zm-9 9 9 5 9-5M3 16l9 5 9-5',
  branch:
    'M7 4a2 2 0 1 1 0 4 2 2 0 0 1 0-4m0 12a2 2 0 1 1 0 4 2 2 0 0 1 0-4m10-11a2 2 0 1 1 0 4 2 2 0 0 1 0-4M7 8v8m10-7c0 4-6 4-10 6',
}
