/** Where every change has to be caught. */
export const strict: Readonly<Record<string, RegExp>> = {
  access: /^src\/core\/access\/|^src\/modules\/[^/]+\/[^/]+\.access\.ts$/,
  policies: /\.policy\.ts$/,
  lists: /^src\/core\/lists\/(?!cursor)/,
  cursors: /cursor\.ts$/,
  events: /^src\/core\/events\/(?!event-cursor)/,
  queue: /^src\/platform\/(?:queue|jobs)\.ts$/,
  merge: /^src\/modules\/(?:content\/)?merge\/(?!.*\.(?:graphql|rest)\.ts$)/,
}

export const areaOf = (path: string): string | undefined =>
  Object.keys(strict).find((area) => strict[area]?.test(path))

/** Code whose changes are sampled: not what is generated, nor the commands of the project, nor types alone. */
export const isSampled = (path: string): boolean =>
  /^src\/.+\.ts$/.test(path) && !/^src\/(?:generated|tools)\//.test(path) && !path.endsWith('.d.ts')
