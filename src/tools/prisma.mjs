import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/**
 * Runs Prisma's command line, which only an installation that compiles Quire has.
 * @param {string[]} args
 */
export async function prisma(...args) {
  const program = join(root, 'node_modules/prisma/build/index.js')
  if (!existsSync(program)) {
    throw new Error(
      'Quire did not start. It has to be compiled, but the packages for that are not installed. Run "npm ci" without --omit=dev, or copy dist from an installation of the same version that is compiled.',
    )
  }
  // Generators are looked up in the PATH; npm sets it for its scripts, a plain `node` does not.
  const path = [join(root, 'node_modules/.bin'), dirname(process.execPath), process.env.PATH].join(delimiter)
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    env: { ...process.env, PATH: path, CHECKPOINT_DISABLE: '1' },
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (code !== 0)
    throw new Error(`prisma ${args[0]} failed:\n${output.replaceAll(/src\/generated\/\.\d+\//g, '')}`)
}
