import {
  answerDifferences,
  type ClientVersion,
  clientVersions,
  operationsWith,
} from '../../../src/rest/compatibility/answers.ts'
import { published } from '../../../src/rest/compatibility/published.ts'
import { specified } from '../../../src/rest/compatibility/specified.ts'
import { Client } from './clients.ts'

const known = new Set([...Object.keys(specified), ...Object.keys(published)])

/** What was compared with one client: by address, the differences that were found in answers. */
type Compared = Map<string, Set<string>>

/** Compares successful answers with the documents of stock clients of the public API. */
export class StockClients {
  readonly #clients = new Map<ClientVersion, Client>(clientVersions.map((each) => [each, new Client(each)]))
  readonly #compared = new Map<ClientVersion, Compared>(clientVersions.map((each) => [each, new Map()]))

  /** How an answer differs from what a client expects, unless the table of operations says so. */
  problemsOf(address: string, status: number, body: unknown): string[] {
    if (!known.has(address) || status < 200 || status >= 300) return []
    return [...this.#clients].flatMap(([version, client]) => {
      const found = client.differencesOf(address, status, body)
      const compared = this.#compared.get(version)
      compared?.set(address, new Set([...(compared.get(address) ?? []), ...found]))
      return found
        .filter((difference) => !declaredFor(version, address).some(({ at }) => at.test(difference)))
        .map((difference) => `${address} ${status} is not what clients ${version} expect: ${difference}.`)
    })
  }

  /** Operations of a client and of the table that no answer was compared for. */
  uncompared(version: ClientVersion): string[] {
    const { operations } = this.#clients.get(version) ?? { operations: new Map() }
    return [...operations.keys()].filter(
      (address) => known.has(address) && !this.#compared.get(version)?.has(address),
    )
  }

  /** Differences that the table declares and no answer has. */
  stale(): string[] {
    return answerDifferences.flatMap(({ clients, at, operations }) =>
      clients.flatMap((version) =>
        operations
          .filter((address) => {
            const found = [...(this.#compared.get(version)?.get(address) ?? [])]
            return !found.some((difference) => at.test(difference))
          })
          .map((address) => `${address} ${version} ${at}`),
      ),
    )
  }

  /** The addresses of all operations of the clients. */
  get addresses(): Set<string> {
    return new Set([...this.#clients.values()].flatMap(({ operations }) => [...operations.keys()]))
  }
}

const declaredFor = (version: ClientVersion, address: string) =>
  answerDifferences.filter((each) => each.clients.includes(version) && operationsWith(each).includes(address))
