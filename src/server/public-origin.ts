import type { Config } from '../config/config.ts'

/** The URL of this server. Without PUBLIC_URL it is known only once the server listens. */
export class PublicOrigin {
  readonly #fixed: string | undefined
  #url: string

  constructor({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>) {
    this.#fixed = publicUrl
    this.#url = publicUrl ?? `http://${host}:${port}`
  }

  readonly current = (): string => this.#url

  listensAt(url: string): void {
    this.#url = this.#fixed ?? url
  }
}
