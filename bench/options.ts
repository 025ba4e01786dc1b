import { parseArgs } from 'node:util'

export const parts = [
  'big',
  'small',
  'list',
  'sql',
  'fanout',
  'people',
  'content',
  'growth',
  'writes',
  'specs',
  'git',
  'imports',
  'sites',
  'web',
  'web-memory',
  'site-search',
  'startup',
  'cost',
] as const
export type Part = (typeof parts)[number]
/** Runs only if it is named: it takes as long as several others together. */
const APART: Part = 'web-memory'

/** The amount of data: the reference data of the targets, or a tenth of it for a quick run. */
export interface Scale {
  name: 'full' | 'small'
  spaces: number
  changeRequests: number
  comments: number
  /** Comments on each change request of the last space. */
  manyComments: number
  users: number
  subscribers: number[]
}

const scales: Record<Scale['name'], Scale> = {
  full: {
    name: 'full',
    spaces: 20,
    changeRequests: 200,
    comments: 50,
    manyComments: 2_000,
    users: 500,
    subscribers: [1_000, 5_000],
  },
  small: {
    name: 'small',
    spaces: 4,
    changeRequests: 60,
    comments: 20,
    manyComments: 200,
    users: 50,
    subscribers: [100, 500],
  },
}

export interface Options {
  only: ReadonlySet<Part>
  rounds: number
  seconds: number
  scale: Scale
  /** A folder for a CPU profile of the gateway. */
  profile: string | undefined
  /** Another checkout of this project, built and started next to this one. */
  against: string | undefined
}

const USAGE = `Usage: npm run bench -- [--only ${parts.join(',')}] [--rounds n] [--seconds n] [--scale full|small] [--profile folder] [--against checkout]`

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '3' },
      scale: { type: 'string', default: 'full' },
      profile: { type: 'string' },
      against: { type: 'string' },
    },
  })
  const only = values.only?.split(',') ?? parts.filter((part) => part !== APART)
  const isPart = (name: string): name is Part => (parts as readonly string[]).includes(name)
  const rounds = Number(values.rounds)
  const seconds = Number(values.seconds)
  const scale = values.scale === 'full' || values.scale === 'small' ? scales[values.scale] : undefined
  if (!only.every(isPart) || !(rounds >= 1) || !(seconds > 0) || !scale) throw new Error(USAGE)
  const { profile, against } = values
  return { only: new Set(only), rounds: Math.floor(rounds), seconds, scale, profile, against }
}
