/** The job that processes the source of one spec. Jobs of the same spec run one after the other. */
export const PROCESS = 'openapi-specs.process'

export const processing = (specId: string, organizationId: string) =>
  [PROCESS, { specId }, { organizationId, jobKey: specId }] as const
