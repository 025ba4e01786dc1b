/** The job that processes the source of one spec. Jobs of the same spec run one after the other. */
export const PROCESS = 'openapi-specs.process'

export const processing = (specId: string) => [PROCESS, { specId }, { jobKey: specId }] as const
