/** Areas in which every mutant has to be detected. */
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

/** Code from which mutants are sampled: no generated code, no commands of the project, no files of types only. */
export const isSampled = (path: string): boolean =>
  /^src\/.+\.ts$/.test(path) && !/^src\/(?:generated|tools)\//.test(path) && !path.endsWith('.d.ts')
