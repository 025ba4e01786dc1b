import { defineConfig } from 'prisma/config'

// Without a path, the Prisma CLI downloads a schema engine before every command. Generating needs none, and
// migrations run on the WASM build (src/platform/migrate.ts), so any existing file works.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath
process.env.CHECKPOINT_DISABLE ??= '1'

export default defineConfig({ schema: 'prisma' })
