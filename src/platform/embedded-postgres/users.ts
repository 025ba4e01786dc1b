import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeSafely } from './cluster.ts'
import { isSameProcess, type ProcessIdentity, thisProcess } from './processes.ts'

interface User extends ProcessIdentity {
  /** A process can use a server several times. */
  token: string
}

/**
 * The processes that use the server of a data directory, in a file: the last one stops the server. Only the holder of
 * the start lock calls this. A process that was killed is no user any more.
 */
export class Users {
  readonly #file: string
  readonly #me: User = { ...thisProcess(), token: randomUUID() }

  constructor(dataDir: string) {
    this.#file = join(dataDir, 'postgres.users')
  }

  /** Adds this process, and returns the others. */
  async join(): Promise<User[]> {
    const others = await this.#others()
    await this.#write([...others, this.#me])
    return others
  }

  /** Removes this process, and returns the others. */
  async leave(): Promise<User[]> {
    const others = await this.#others()
    if (others.length > 0) await this.#write(others)
    else await rm(this.#file, { force: true })
    return others
  }

  async #others(): Promise<User[]> {
    const text = await readFile(this.#file, 'utf8').catch(() => '[]')
    return (JSON.parse(text) as User[]).filter((user) => user.token !== this.#me.token && isSameProcess(user))
  }

  #write(users: readonly User[]): Promise<void> {
    return writeSafely(this.#file, JSON.stringify(users))
  }
}
