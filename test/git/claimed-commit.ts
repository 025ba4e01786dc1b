import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { GitServer } from '../support/git-server.ts'

const packet = (line: string | Buffer): Buffer => {
  const bytes = Buffer.from(line)
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes])
}
const FLUSH = Buffer.from('0000')
const DELIMITER = Buffer.from('0001')

/** A pack without objects. */
function emptyPack(): Buffer {
  const header = Buffer.from('5041434b0000000200000000', 'hex')
  return Buffer.concat([header, createHash('sha1').update(header).digest()])
}

/** Answers like a server whose branch is at a commit, without having any of its objects. Returns its URL. */
export function claimCommit({ answers, origin }: GitServer, name: string, commit: string): string {
  const send = (response: ServerResponse, kind: string, parts: Buffer[]) =>
    response
      .writeHead(200, { 'content-type': `application/x-git-upload-pack-${kind}` })
      .end(Buffer.concat(parts))
  answers.set(`/${name}.git/info/refs`, (_request, response) => {
    const capabilities = ['version 2\n', 'ls-refs\n', 'fetch=shallow\n', 'object-format=sha1\n'].map(packet)
    send(response, 'advertisement', [packet('# service=git-upload-pack\n'), FLUSH, ...capabilities, FLUSH])
  })
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    if (body.includes('command=ls-refs')) {
      return send(response, 'result', [packet(`${commit} refs/heads/main\n`), FLUSH])
    }
    const agreed = body.includes('0009done')
      ? []
      : [packet('acknowledgments\n'), packet('ready\n'), DELIMITER]
    const shallow = [packet('shallow-info\n'), packet(`shallow ${commit}\n`), DELIMITER]
    const pack = [packet('packfile\n'), packet(Buffer.concat([Buffer.of(1), emptyPack()])), FLUSH]
    return send(response, 'result', [...agreed, ...shallow, ...pack])
  }
  answers.set(`/${name}.git/git-upload-pack`, (request, response) => void answer(request, response))
  return `${origin}/${name}.git`
}
