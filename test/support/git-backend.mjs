import { spawn } from 'node:child_process'
import { createServer } from 'node:http'

// Serves the repositories of a folder with `git http-backend`. A process of its own, because starting a program takes
// longer the more memory the process has that starts it.
const [folder] = process.argv.slice(2)

const http = createServer((request, response) => {
  const url = new URL(request.url, 'http://localhost')
  const child = spawn('git', ['http-backend'], {
    env: {
      ...process.env,
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: request.headers['git-protocol'] ?? '',
      REMOTE_USER: 'someone',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  child.stdin.on('error', () => {})
  request.pipe(child.stdin)
  let head = Buffer.alloc(0)
  child.stdout.on('data', (chunk) => {
    if (head === null) return void response.write(chunk)
    head = Buffer.concat([head, chunk])
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return
    const headers = head
      .subarray(0, end)
      .toString()
      .split('\r\n')
      .map((line) => line.split(/:\s*/, 2))
    const status = headers.find(([name]) => name.toLowerCase() === 'status')?.[1]
    response.writeHead(
      Number(status?.slice(0, 3) ?? 200),
      Object.fromEntries(headers.filter(([name]) => name.toLowerCase() !== 'status')),
    )
    response.write(head.subarray(end + 4))
    head = null
  })
  child.on('close', () => response.end())
})
http.listen(0, '127.0.0.1', () => process.stdout.write(`${http.address().port}\n`))
// The process that started this one has ended.
process.stdin.on('end', () => process.exit()).resume()
