import { language } from '../../texts/index.ts'

/** The items of one day, in their order. */
export interface Day<Item> {
  label: string
  items: Item[]
}

const DAY_MS = 86_400_000

const startOf = (date: Date): number =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()

/** "today", "yesterday", or the date. */
function labelOf(day: number, today: number): string {
  const days = Math.round((day - today) / DAY_MS)
  if (days > -2) return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day')
  const isThisYear = new Date(day).getFullYear() === new Date(today).getFullYear()
  return new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  }).format(day)
}

/** Items by the day on which they were created, for a list that is ordered by that. */
export function byDay<Item extends { readonly createdAt: string }>(
  items: readonly Item[],
  now = new Date(),
): Day<Item>[] {
  const today = startOf(now)
  const days: (Day<Item> & { start: number })[] = []
  for (const item of items) {
    const start = startOf(new Date(item.createdAt))
    const last = days.at(-1)
    if (last?.start === start) last.items.push(item)
    else days.push({ start, label: labelOf(start, today), items: [item] })
  }
  return days
}
