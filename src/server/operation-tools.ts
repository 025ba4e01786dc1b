import { resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { digestOfPlace } from '../config/files.ts'
import type { Tools } from '../core/operations/context.ts'
import type { Settings } from '../core/settings.ts'
import { SignsOfLife } from '../core/signs/signs-of-life.ts'
import { PublicOrigin } from '../http/urls.ts'
import type { Database } from '../platform/database.ts'
import { createTemporaryFiles } from '../platform/disk/temporary-files.ts'
import type { ObjectStore } from '../platform/files/object-store.ts'
import { S3Store } from '../platform/files/s3-store.ts'
import { createGit } from '../platform/git.ts'
import type { KeySource } from '../platform/instance-key.ts'
import type { NodeSettings } from '../platform/observing/heartbeat.ts'
import type { Metrics } from '../platform/observing/metrics.ts'
import { createOutbound } from '../platform/outbound.ts'
import { projectRoot } from '../platform/project-root.ts'
import { createSecrets } from '../platform/secrets.ts'
import { measuredOutbound } from './measuring.ts'

/** The object storage for the bytes of files; null if they are stored in the database. */
export const fileStorage = ({ files }: Config): ObjectStore | null => (files ? new S3Store(files) : null)

/** What other processes may know of the settings of a node. */
export const nodeSettingsOf = async (
  { files }: Config,
  { secrets }: Pick<Tools, 'secrets'>,
): Promise<NodeSettings> => ({
  keys: await secrets.keyIds(),
  files: files ? digestOfPlace(files) : null,
})

/** Where the key of this instance comes from. */
export const keySourceOf = ({ secretKey, dataDir }: Config): KeySource => ({
  configured: secretKey,
  dataDir: resolve(projectRoot, dataDir),
})

/** The settings that operations use. */
export const settingsOf = (config: Config, origin = new PublicOrigin(config)): Settings => ({
  ...config.settings,
  origin: origin.current,
})

/** What operations can use besides the database, as the settings say. */
export const createTools = (
  { config, database, metrics }: { config: Config; database: Database; metrics?: Metrics | undefined },
  now: () => Date,
  origin = new PublicOrigin(config),
): Tools => ({
  secrets: createSecrets(database, keySourceOf(config)),
  outbound: measuredOutbound(createOutbound({ allow: config.outboundAllow }), metrics),
  git: createGit({
    binary: config.gitBinary,
    cacheDirectory: resolve(projectRoot, config.dataDir, 'git'),
  }),
  files: fileStorage(config),
  temporaryFiles: createTemporaryFiles(resolve(projectRoot, config.dataDir, 'uploads'), now),
  settings: settingsOf(config, origin),
  signs: new SignsOfLife(now),
})
