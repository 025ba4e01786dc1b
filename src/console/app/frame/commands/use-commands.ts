import { useDeferredValue, useEffect, useState } from 'react'
import { texts } from '../../texts/index.ts'
import { registeredKeys } from '../keys.ts'
import { type Command, type CommandGroup, matches } from './command.ts'
import { recentCommands } from './recent.ts'
import { type KnownPlaces, readPlaces, searchEverything } from './search-everything.ts'

/** How long the person has to rest before the server is asked. */
const REST_MS = 150
const MAX_PER_GROUP = 8

/** What the screen and the frame can do, by their keys. */
const actions = (): Command[] =>
  registeredKeys()
    .filter(({ key }) => key !== 'mod+k')
    .map(({ key, binding }) => ({
      id: `key ${key}`,
      label: binding.label,
      icon: 'chevron',
      keys: key,
      run: binding.run,
    }))

const screens = (): Command[] => [
  { id: '/', label: texts.frame.home, icon: 'home', href: '/' },
  { id: '/inbox', label: texts.frame.inbox, icon: 'inbox', href: '/inbox' },
  { id: '/search', label: texts.frame.search, icon: 'search', href: '/search' },
  { id: '/account', label: texts.frame.account, icon: 'user', href: '/account' },
]

/** Keeps the last answer until the next has arrived, and leaves out answers that come too late. */
function useSearch(text: string, organization: string | undefined) {
  const [found, setFound] = useState<{ for: string; groups: CommandGroup[] }>({ for: '', groups: [] })
  useEffect(() => {
    if (text === '' || organization === undefined) return
    let isOver = false
    const timer = setTimeout(() => {
      searchEverything(organization, text)
        .catch(() => [])
        .then((groups) => !isOver && setFound({ for: text, groups }))
    }, REST_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [text, organization])
  const isSearching = text !== '' && organization !== undefined && found.for !== text
  return { groups: text === '' ? [] : found.groups, isSearching }
}

const NO_PLACES: KnownPlaces = { spaces: [], sites: [], specs: [], screens: [] }

function usePlaces(organization: string | undefined): KnownPlaces {
  const [places, setPlaces] = useState(NO_PLACES)
  useEffect(() => {
    if (organization !== undefined) void readPlaces(organization).then(setPlaces, () => {})
  }, [organization])
  return places
}

/** What matches the text: places that were opened last, spaces, what can be done here, and what the server finds. */
export function useCommands(typed: string, organization: string | undefined) {
  const text = useDeferredValue(typed.trim())
  const [own] = useState(() => ({ recent: recentCommands(), actions: actions(), screens: screens() }))
  const places = usePlaces(organization)
  const search = useSearch(text, organization)
  const { commands: t } = texts
  const matching = (commands: Command[]) =>
    text === '' ? commands : commands.filter(({ label }) => matches(label, text))
  // What there can be many of is shown only when it was searched for.
  const found = (commands: Command[]) => (text === '' ? [] : matching(commands))
  const isRecent = new Set(text === '' ? own.recent.map(({ id }) => id) : [])
  const groups: CommandGroup[] = [
    { title: t.recent, commands: text === '' ? own.recent : [] },
    { title: t.spaces, commands: matching(places.spaces).filter(({ id }) => !isRecent.has(id)) },
    { title: t.sites, commands: found(places.sites) },
    { title: t.specs, commands: found(places.specs) },
    { title: t.actions, commands: matching(own.actions) },
    { title: t.screens, commands: [...matching(own.screens), ...found(places.screens)] },
    ...search.groups,
  ]
  return {
    isSearching: search.isSearching,
    groups: groups
      .filter(({ commands }) => commands.length > 0)
      .map(({ title, commands }) => ({ title, commands: commands.slice(0, MAX_PER_GROUP) })),
  }
}
