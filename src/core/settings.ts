/**
 * What the operator has set, for operations and background work. Each module adds its own settings, under its name, by
 * declaration merging, as it adds its facts; `src/config` reads them from the environment, and does not compile while
 * one is missing.
 */
export interface Settings {
  /** The URL of this server. Without PUBLIC_URL it is known only once the server listens. */
  readonly origin: () => string
  /** The days that events are kept; 0 is forever. */
  readonly eventRetentionDays: number
}
