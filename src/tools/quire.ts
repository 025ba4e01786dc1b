import { ConfigError, loadConfig } from '../config/config.ts'
import { type Command, EXIT, explain, parse, UsageError, usageOf } from './command.ts'
import { Output } from './output.ts'

/** Loaded when they run: most of them need only a part of the server. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  serve: async () => ({
    summary: 'Starts the server, as npm start does. It stops with Ctrl-C or SIGTERM.',
    run: async () => undefined,
  }),
  migrate: async () => (await import('./commands/migrate.ts')).migrate,
  token: async () => (await import('./commands/token.ts')).token,
  'setup-link': async () => (await import('./commands/setup-link.ts')).setupLinkCommand,
  user: async () => (await import('./commands/user.ts')).user,
  organization: async () => (await import('./commands/organization.ts')).organization,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  import: async () => (await import('./commands/import.ts')).importContent,
  export: async () => (await import('./commands/export.ts')).exportContent,
  backup: async () => (await import('./commands/backup.ts')).backup,
  restore: async () => (await import('./commands/restore.ts')).restore,
  reindex: async () => (await import('./commands/reindex.ts')).reindex,
  'move-files': async () => (await import('./commands/move-files.ts')).moveFilesCommand,
  documents: async () => (await import('./commands/documents.ts')).documents,
  demo: async () => (await import('./commands/demo.ts')).demo,
  'rotate-keys': async () => (await import('./commands/rotate-keys.ts')).rotateKeys,
}

/** Runs a command and returns its exit code. */
export async function main(
  name: string,
  args: string[],
  environment?: Record<string, string>,
): Promise<number> {
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!load) return overview(name)
  const command = await load()
  try {
    const { values, positionals } = parse(name, command, args)
    const out = new Output({ isJson: values.json === true })
    if (values.help) {
      process.stdout.write(`${usageOf(name, command)}\n`)
      return EXIT.done
    }
    const config = loadConfig(environment)
    const clock = () => new Date()
    const input = { values, positionals, config, out, now: clock(), clock }
    return (await command.run(input)) ?? EXIT.done
  } catch (error) {
    const isUsage = error instanceof UsageError
    process.stderr.write(`${isUsage ? `${error.message}\n\n${usageOf(name, command)}` : explain(error)}\n`)
    return isUsage || error instanceof ConfigError ? EXIT.usage : EXIT.failed
  }
}

async function overview(name: string): Promise<number> {
  const isAsked = name === '' || name === '--help' || name === '-h' || name === 'help'
  const lines = ['Usage: quire <command> [options]', '', 'Commands:']
  for (const [command, load] of Object.entries(COMMANDS)) {
    lines.push(`  ${command.padEnd(12)}  ${(await load()).summary}`)
  }
  lines.push(
    '',
    'quire <command> --help describes a command. Exit codes: 0 done, 1 failed, 2 wrong usage, 3 problems found.',
  )
  const text = `${isAsked ? '' : `There is no command "${name}".\n\n`}${lines.join('\n')}\n`
  ;(isAsked ? process.stdout : process.stderr).write(text)
  return isAsked ? EXIT.done : EXIT.usage
}
