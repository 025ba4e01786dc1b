import { keepStored, readStored } from '../frame/stored.ts'

const KEY = 'start'

/** The space with which somebody has begun their first site in this browser, until the site is there. */
export const startedSpace = (): string | undefined => readStored(KEY) || undefined

export const noteStarted = (space: string): void => keepStored(KEY, space)
export const noteFinished = (): void => keepStored(KEY, '')
