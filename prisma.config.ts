import { defineConfig } from 'prisma/config'

// The command line fetches a schema engine before every command unless it is told where one is. Generating
// needs none, and migrations run on the WASM build (src/platform/migrate.ts), so any existing file will do.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath
process.env.CHECKPOINT_DISABLE ??= '1'

export default defineConfig({ schema: 'prisma' })
