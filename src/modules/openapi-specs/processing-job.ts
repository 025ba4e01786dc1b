/** The job that processes the source of one spec. Jobs of the same spec run one after the other. */
export const PROCESSING_JOB = 'openapi-specs.process'

export const processingJob = (specId: string, organizationId: string) =>
  [PROCESSING_JOB, { specId }, { organizationId, jobKey: specId }] as const
