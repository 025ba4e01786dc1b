import { pino } from 'pino'
import { expect, it } from 'vitest'
import { type AccessLine, accessLines } from '../../src/http/logs/access-log.ts'

it('lines of the access log are those that the logger would write', () => {
  const written: string[] = []
  const stream = { write: (line: string) => void written.push(line) }
  const log = pino({ redact: ['*.token'] }, stream).child({ node: 'one' })
  const write = accessLines(log)
  const whole: AccessLine = {
    method: 'GET',
    route: '/v1/"quoted"/\u2028\n',
    operation: 'comments.list',
    status: 200,
    ms: 1.5,
    bytes: 12,
    user: 'usr_1',
    requestId: 'request-1',
    traceId: 'a'.repeat(32),
    aborted: true,
  }
  const short: AccessLine = {
    method: '',
    route: null,
    status: 404,
    ms: 0,
    bytes: 0,
    user: null,
    requestId: 'r',
  }
  for (const line of [whole, short]) {
    write(line)
    log.info(line, 'request')
  }
  const lines = written.map((line) => ({ ...(JSON.parse(line) as object), time: 0 }))
  expect(lines[0]).toEqual(lines[1])
  expect(lines[2]).toEqual(lines[3])
  expect(written.every((line) => line.endsWith('}\n') && !line.slice(0, -1).includes('\n'))).toBe(true)
})
