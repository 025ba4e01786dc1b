/** The frame in which another service shows what an address leads to. */
interface EmbedFrame {
  /** The name of the service. */
  provider: string
  src: string
  /** What the policy of the page must allow. */
  origin: string
}

interface Provider {
  name: string
  /** Without `www.`. */
  hosts: readonly string[]
  /** The address of the frame; null if the service shows nothing of an address in one. */
  frame: (url: URL, path: readonly string[]) => string | null
}

const ID = /^[\w-]{1,100}$/
const named = (id: string | null | undefined): string | null => (id && ID.test(id) ? id : null)

/** Seconds in `90`, `90s` or `1h2m3s`. */
function secondsIn(time: string | null): number {
  const [, hours, minutes, seconds] =
    /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(time ?? '') ?? []
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
}

function youtube(url: URL, [kind, second]: readonly string[]): string | null {
  const base = 'https://www.youtube-nocookie.com/embed'
  const list = named(url.searchParams.get('list'))
  if (kind === 'playlist') return list && `${base}/videoseries?list=${list}`
  const isShort = url.hostname === 'youtu.be'
  const isPath = ['embed', 'shorts', 'live', 'v'].includes(kind ?? '')
  const id = named(isShort ? kind : isPath ? second : url.searchParams.get('v'))
  const start = secondsIn(url.searchParams.get('t') ?? url.searchParams.get('start'))
  return id && `${base}/${id}?autoplay=1${start > 0 ? `&start=${start}` : ''}`
}

function vimeo({ searchParams }: URL, path: readonly string[]): string | null {
  const at = path.findIndex((part) => /^\d{1,15}$/.test(part))
  const hash = named(path[at + 1]) ?? named(searchParams.get('h'))
  return at < 0
    ? null
    : `https://player.vimeo.com/video/${path[at]}?autoplay=1&dnt=1${hash ? `&h=${hash}` : ''}`
}

function googleMaps(
  { pathname, search, searchParams }: URL,
  [first, kind, place]: readonly string[],
): string | null {
  if (first !== 'maps') return null
  if (kind === 'embed') return `https://www.google.com${pathname}${search}`
  const [, point] = /@(-?\d{1,3}\.?\d*,-?\d{1,3}\.?\d*)/.exec(pathname) ?? []
  const query =
    searchParams.get('q') ?? (kind === 'place' || kind === 'search' ? place?.replaceAll('+', ' ') : point)
  return query ? `https://www.google.com/maps?q=${encodeURIComponent(query)}&output=embed` : null
}

const PENS = new Set(['pen', 'full', 'details', 'embed'])
const SPOTIFY = new Set(['track', 'album', 'playlist', 'episode', 'show', 'artist'])

/** The services whose frames pages show. All others, such as gists and posts on X, are links. */
const providers: readonly Provider[] = [
  {
    name: 'YouTube',
    hosts: ['youtube.com', 'm.youtube.com', 'youtu.be', 'youtube-nocookie.com'],
    frame: youtube,
  },
  { name: 'Vimeo', hosts: ['vimeo.com', 'player.vimeo.com'], frame: vimeo },
  {
    name: 'Loom',
    hosts: ['loom.com'],
    frame: (_, [kind, id]) =>
      (kind === 'share' || kind === 'embed') && named(id) ? `https://www.loom.com/embed/${id}` : null,
  },
  {
    name: 'CodePen',
    hosts: ['codepen.io'],
    frame: (_, [user, kind, id]) =>
      named(user) && PENS.has(kind ?? '') && named(id)
        ? `https://codepen.io/${user}/embed/${id}?default-tab=result`
        : null,
  },
  {
    name: 'CodeSandbox',
    hosts: ['codesandbox.io'],
    frame: (_, [kind, ...rest]) => {
      const id = named(rest.at(-1))
      const isKnown = kind === 's' || kind === 'embed' || (kind === 'p' && rest[0] === 'sandbox')
      return isKnown && id ? `https://codesandbox.io/embed/${id}` : null
    },
  },
  {
    name: 'StackBlitz',
    hosts: ['stackblitz.com'],
    frame: ({ pathname }, [kind, id]) =>
      (kind === 'edit' || kind === 'github') && named(id)
        ? `https://stackblitz.com${pathname}?embed=1`
        : null,
  },
  {
    name: 'Figma',
    hosts: ['figma.com', 'embed.figma.com'],
    frame: ({ href }, [kind, id]) =>
      ['file', 'design', 'proto', 'board', 'slides'].includes(kind ?? '') && named(id)
        ? `https://www.figma.com/embed?embed_host=share&url=${encodeURIComponent(href)}`
        : null,
  },
  {
    name: 'Spotify',
    hosts: ['open.spotify.com'],
    frame: (_, path) => {
      const [kind, id] = path.slice(path.findIndex((part) => SPOTIFY.has(part)))
      return SPOTIFY.has(kind ?? '') && named(id) ? `https://open.spotify.com/embed/${kind}/${id}` : null
    },
  },
  { name: 'Google Maps', hosts: ['google.com', 'maps.google.com'], frame: googleMaps },
  {
    name: 'Airtable',
    hosts: ['airtable.com'],
    frame: (_, path) => {
      const own = path[0] === 'embed' ? path.slice(1) : path
      const isShared = own.some((part) => part.startsWith('shr')) && own.every((part) => ID.test(part))
      return isShared ? `https://airtable.com/embed/${own.join('/')}` : null
    },
  },
  {
    name: 'Miro',
    hosts: ['miro.com'],
    // Identifiers of boards end with `=`.
    frame: (_, [app, kind, id = '']) =>
      app === 'app' && ['board', 'live-embed', 'embed'].includes(kind ?? '') && /^[\w-]{1,60}={0,2}$/.test(id)
        ? `https://miro.com/app/live-embed/${id}/`
        : null,
  },
]

/** The frame for an address of a known service. Null for all others. */
export function embedFrameOf(href: string): EmbedFrame | null {
  if (!/^https?:/i.test(href) || !URL.canParse(href)) return null
  const url = new URL(href)
  const host = url.hostname.replace(/^www\./, '')
  const path = decodedPath(url.pathname)
  for (const { name, hosts, frame } of providers) {
    if (!hosts.includes(host)) continue
    const src = frame(url, path)
    return src === null ? null : { provider: name, src, origin: new URL(src).origin }
  }
  return null
}

function decodedPath(pathname: string): string[] {
  try {
    return pathname.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return []
  }
}
