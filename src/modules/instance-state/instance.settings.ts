/** What an operator has set that the state of the instance reports on. It contains no secret. */
export interface InstanceSettings {
  /** The version of Quire. */
  readonly version: string
  readonly publicUrl: string | undefined
  /** Whether requests from other machines reach the server without a proxy on this one. */
  readonly isReachable: boolean
  readonly hasOwnDatabase: boolean
  readonly hasSecretKey: boolean
  /** 0 for no limit. */
  readonly pointsPerMinute: number
  readonly corsOrigins: readonly string[]
  readonly outboundAllow: readonly string[]
  /** Whether metrics are served to other machines without a token. */
  readonly hasOpenMetrics: boolean
}

declare module '../../core/settings.ts' {
  interface Settings {
    readonly instance: InstanceSettings
  }
}
