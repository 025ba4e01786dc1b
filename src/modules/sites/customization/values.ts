import { z } from 'zod'

/** The closed sets of values of a customization, by the name of their GraphQL enum, with a description. */
const sets = {
  Theme: ['The overall theme.', ['clean', 'muted', 'bold', 'gradient']],
  Corners: ['The corners of boxes.', ['straight', 'rounded', 'circular']],
  Depth: ['Whether boxes have shadows.', ['subtle', 'flat']],
  LinkStyle: ['The style of links in texts.', ['default', 'accent']],
  Background: ['The background of pages.', ['plain', 'match']],
  IconStyle: ['The style of icons.', ['regular', 'solid', 'duotone', 'light', 'thin']],
  SidebarBackground: ['The background of the navigation.', ['default', 'filled']],
  SidebarList: ['The style of entries of the navigation.', ['default', 'pill', 'line']],
  SearchStyle: ['The style of the search field.', ['prominent', 'subtle']],
  HeaderPreset: ['The style of the header.', ['default', 'bold', 'contrast', 'custom', 'none']],
  HeaderItemStyle: ['The style of an entry of the header.', ['link', 'button-primary', 'button-secondary']],
  ThemeMode: ['Light or dark.', ['light', 'dark']],
  AIMode: [
    'The kind of assistance for readers. Only none is available.',
    ['none', 'search', 'assistant', 'integration'],
  ],
  LinkWindow: ['The window that links to other sites open in.', ['self', 'blank']],
  ExternalImages: [
    'What is shown of images of other hosts: the image, which this server fetches for readers, or a link to it.',
    ['proxy', 'link'],
  ],
  AnnouncementStyle: ['The style of an announcement.', ['info', 'warning', 'danger', 'success']],
  Locale: [
    'The language of the user interface.',
    ['en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru'],
  ],
  Font: [
    'The font of texts.',
    [
      'ABCFavorit',
      'Inter',
      'Roboto',
      'RobotoSlab',
      'OpenSans',
      'SourceSansPro',
      'Lato',
      'Ubuntu',
      'Raleway',
      'Merriweather',
      'Overpass',
      'NotoSans',
      'IBMPlexSerif',
      'Poppins',
      'FiraSans',
    ],
  ],
  MonospaceFont: [
    'The font of code.',
    [
      'FiraCode',
      'IBMPlexMono',
      'JetBrainsMono',
      'SourceCodePro',
      'RobotoMono',
      'SpaceMono',
      'DMMono',
      'Inconsolata',
    ],
  ],
  TargetKind: ['The kind of the destination of a link.', ['url', 'page', 'space']],
} as const satisfies Record<string, readonly [description: string, values: readonly string[]]>

type Sets = typeof sets
type SetName = keyof Sets

type EnumOf<Name extends SetName> = z.ZodEnum<{ [Value in Sets[Name][1][number]]: Value }>

/** The zod enum of each set. */
export const Values = Object.fromEntries(
  Object.entries(sets).map(([name, [description, values]]) => [
    name,
    z.enum(values as readonly [string, ...string[]]).meta({ description }),
  ]),
) as unknown as { [Name in SetName]: EnumOf<Name> }
