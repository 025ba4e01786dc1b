import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const LEFT_OUT = new Set(['node_modules', '.git', '.data', 'dist'])

/** A copy of the project in which sources can be changed. It shares the packages of the project. */
export class Copy {
  readonly path: string
  readonly #root: string

  constructor(root: string) {
    this.#root = root
    this.path = mkdtempSync(join(tmpdir(), 'quire-mutation-'))
    for (const name of readdirSync(root)) {
      if (!LEFT_OUT.has(name)) cpSync(join(root, name), join(this.path, name), { recursive: true })
    }
    cpSync(join(root, 'dist/assets'), join(this.path, 'dist/assets'), { recursive: true })
    // Tests need the sources and not the history.
    mkdirSync(join(this.path, '.git'))
    symlinkSync(join(root, 'node_modules'), join(this.path, 'node_modules'))
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.path, path), text)
  }

  restore(path: string): void {
    cpSync(join(this.#root, path), join(this.path, path))
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true })
  }
}
