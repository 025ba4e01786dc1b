import { createHash, createHmac } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Secrets } from '../../platform/secrets.ts'
import { addInTurns } from '../../platform/turns/hash-in-turns.ts'

/** Values between which other requests are served. */
const VALUES_PER_TURN = 5_000
/** Texts are hashed in blocks: a call of the hash for each of many short ones takes longer than all the rest. */
const BLOCK = 16 * 1024

/** Text that is hashed as it is, between the values of the input. */
class Sign {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const CLOSE = new Sign('}')

/**
 * A digest that is the same for the same input, whatever the order of its fields. It does not block the event loop: an
 * input can have a hundred thousand values.
 */
export async function fingerprintOf(operationId: string, form: string, input: unknown): Promise<string> {
  const hash = createHash('sha256')
  const waiting: unknown[] = [input]
  let text = `${operationId}\n${form}\n`
  for (let values = 1; waiting.length > 0; values++) {
    if (values % VALUES_PER_TURN === 0) await nextTurn()
    if (text.length >= BLOCK) {
      hash.update(text)
      text = ''
    }
    const value = waiting.pop()
    if (value instanceof Sign) text += value.text
    else if (ArrayBuffer.isView(value)) {
      await addInTurns(hash.update(`${text}b${value.byteLength}:`), value as Uint8Array)
      text = ''
    } else if (Array.isArray(value)) {
      text += `[${value.length}:`
      for (let index = value.length - 1; index >= 0; index--) waiting.push(value[index])
    } else if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
      text += '{'
      waiting.push(CLOSE)
      const fields = Object.entries(value).filter(([, field]) => field !== undefined)
      fields.sort(([one], [other]) => (one < other ? 1 : -1))
      for (const [key, field] of fields) waiting.push(field, new Sign(JSON.stringify(key)))
    } else text += `${typeof value}${typeof value === 'bigint' ? value : JSON.stringify(value)},`
  }
  return hash.update(text).digest('base64url')
}

/**
 * The same with the keys of this instance, the current one first: inputs contain passwords, which could be guessed from a
 * digest without a key.
 */
export async function fingerprintsOf(
  secrets: Pick<Secrets, 'keysFor'>,
  operationId: string,
  form: string,
  input: unknown,
): Promise<[string, ...string[]]> {
  const digest = await fingerprintOf(operationId, form, input)
  const [current, ...retired] = await secrets.keysFor('fingerprints')
  const signed = (key: Buffer) => createHmac('sha256', key).update(digest).digest('base64url')
  return [signed(current), ...retired.map(signed)]
}
