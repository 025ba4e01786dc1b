import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '../../src/platform/project-root.ts'

const LEFT_OUT = new Set(['node_modules', '.git', '.data', 'dist'])

/** A copy of the project in which sources can be changed. It shares the packages of the project. */
export class ProjectCopy {
  readonly path = mkdtempSync(join(tmpdir(), 'quire-copy-'))

  constructor() {
    for (const name of readdirSync(projectRoot)) {
      if (!LEFT_OUT.has(name)) cpSync(join(projectRoot, name), join(this.path, name), { recursive: true })
    }
    cpSync(join(projectRoot, 'dist/assets'), join(this.path, 'dist/assets'), { recursive: true })
    // Tests need the sources and not the history.
    mkdirSync(join(this.path, '.git'))
    symlinkSync(join(projectRoot, 'node_modules'), join(this.path, 'node_modules'))
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.path, path), text)
  }

  restore(path: string): void {
    cpSync(join(projectRoot, path), join(this.path, path))
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true })
  }
}
