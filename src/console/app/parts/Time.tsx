import { language } from '../texts/index.ts'

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** How long ago something was, in the words of the language. */
export function ageOf(date: Date, now = new Date()): string {
  const seconds = Math.round((date.getTime() - now.getTime()) / 1_000)
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit)
  }
  return format.format(0, 'second')
}

/** A moment as its age; the exact time is its title. */
export function Time({ at }: { at: string }) {
  const date = new Date(at)
  const exact = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(date)
  return (
    <time dateTime={at} title={exact}>
      {ageOf(date)}
    </time>
  )
}
